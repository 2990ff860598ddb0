use super::*;
use crate::random_games::random_game;
use crate::samples::Samples;
use ::network::{Network, Shape};

fn network(moves: usize) -> Network {
    let shape = Shape { features: "test-1".to_owned(), inputs: 3, width: 2, buckets: 2, moves };
    let mut network = Network::zero("toy", shape, 200);
    network.recipe = "by hand".to_owned();
    network.adds = true;
    network.first = vec![1, -2, 3, -4, 1020, -1020];
    network.first_bias = vec![7, -8];
    network.output = vec![9, -10, 11, -12, 13, -14, 127, -127];
    network.output_bias = vec![-70_000, 80_000];
    network.policy = (0..4 * moves as i8).collect();
    network.policy_bias = (0..moves as i32).map(|fact| 1_000 * fact - 7).collect();
    network
}

fn written(network: &Network) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_network(network, &mut bytes).unwrap();
    bytes
}

/// The order of an array.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    C,
    Fortran,
}

/// A file of these arrays, as other tools could write it.
fn file(arrays: &[(&str, &[u64], Order, &[f64])], header: Option<&str>) -> Vec<u8> {
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for &(name, shape, order, numbers) in arrays {
        file.start_file(entry(name), options).unwrap();
        let (kind, fortran) = ("<f8".to_owned(), order == Order::Fortran);
        Header { kind, fortran, shape: shape.to_vec() }.write(&mut file).unwrap();
        numbers.iter().for_each(|number| number.write(&mut file).unwrap());
    }
    if let Some(header) = header {
        file.start_file(entry("header"), options).unwrap();
        let (kind, shape) = ("|u1".to_owned(), vec![header.len() as u64]);
        Header { kind, fortran: false, shape }.write(&mut file).unwrap();
        file.write_all(header.as_bytes()).unwrap();
    }
    file.finish().unwrap().into_inner()
}

const HEADER: &str =
    r#"{"game":"toy","features":"test-1","adds":false,"points":300,"recipe":"elsewhere"}"#;

#[test]
fn a_network_comes_back_as_it_was_written() {
    for moves in [0, 3] {
        let network = network(moves);
        let read = read_network(&written(&network)).unwrap();
        assert_eq!(read, Imported { network, cut: 0 });
    }
}

#[test]
fn arrays_of_other_tools_are_taken_in_either_order_and_what_is_too_large_is_cut() {
    let first = [0.5, 9.0, -0.25, 0.0, -9.0, 1.0];
    let by_columns = [0.5, -0.25, -9.0, 9.0, 0.0, 1.0];
    let rest: [(&str, &[u64], Order, &[f64]); 3] = [
        ("first_bias", &[2], Order::C, &[0.1, -0.1]),
        ("output", &[1, 2, 2], Order::C, &[0.5, -3.0, 1.0, 0.0]),
        ("output_bias", &[1], Order::C, &[0.25]),
    ];
    let mut arrays = vec![("first", &[3, 2][..], Order::C, &first[..])];
    arrays.extend(rest);
    let read = read_network(&file(&arrays, Some(HEADER))).unwrap();
    assert_eq!(read.cut, 3);
    assert_eq!(read.network.first, [128, 1020, -64, 0, -1020, 255]);
    assert_eq!(read.network.first_bias, [26, -26]);
    assert_eq!(read.network.output, [32, -127, 64, 0]);
    assert_eq!(read.network.output_bias, [4_080]);
    assert_eq!((read.network.points, read.network.adds), (300, false));
    arrays[0] = ("first", &[3, 2], Order::Fortran, &by_columns);
    assert_eq!(read_network(&file(&arrays, Some(HEADER))).unwrap(), read);
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let fault = |bytes: &[u8]| read_network(bytes).unwrap_err().to_string();
    let good: [(&str, &[u64], Order, &[f64]); 4] = [
        ("first", &[1, 2], Order::C, &[0.5, 0.5]),
        ("first_bias", &[2], Order::C, &[0.1, -0.1]),
        ("output", &[1, 2, 2], Order::C, &[0.5, -0.5, 1.0, 0.0]),
        ("output_bias", &[1], Order::C, &[0.25]),
    ];
    assert!(read_network(&file(&good, Some(HEADER))).is_ok());
    assert!(fault(b"TSJ-NET1").starts_with("it is no file of NumPy (.npz), or a damaged one: "));
    assert_eq!(fault(&file(&good, None)), "there is no array 'header' in it");
    assert!(
        fault(&file(&good, Some("{}")))
            .starts_with("the array 'header' is no JSON of a network's header: missing field")
    );
    for (left_out, name) in ["first", "first_bias", "output", "output_bias"].iter().enumerate() {
        let mut arrays = good.to_vec();
        arrays.remove(left_out);
        let wanted = format!("there is no array '{name}' in it");
        assert_eq!(fault(&file(&arrays, Some(HEADER))), wanted);
    }
    let with = |at: usize, array| {
        let mut arrays = good.to_vec();
        arrays[at] = array;
        fault(&file(&arrays, Some(HEADER)))
    };
    assert_eq!(
        with(1, ("first_bias", &[1][..], Order::C, &[0.5][..])),
        "the array 'first_bias' has the shape [1]: it should be [2]"
    );
    assert_eq!(
        with(2, ("output", &[1, 4], Order::C, &[0.5; 4])),
        "the array 'output' has the shape [1, 4]: it should be [1, 2, 2]"
    );
    assert_eq!(
        with(2, ("output", &[1, 2, 2], Order::C, &[0.5, f64::NAN, 1.0, 0.0])),
        "the array 'output' has NaN at place 1: weights are finite numbers"
    );
    assert_eq!(
        with(0, ("first", &[2], Order::C, &[0.5, 0.5])),
        "the array 'first' has the shape [2]: it should be [inputs, hidden units]"
    );
    // No memory is asked for by what a shape says alone.
    for shape in [&[0, 1 << 40][..], &[0, u64::MAX], &[1 << 40, 0]] {
        let told = with(0, ("first", shape, Order::C, &[]));
        assert!(told.contains("may have more than 67108864 weights"), "{told}");
    }
}

#[test]
fn no_damage_makes_it_panic() {
    let bytes = written(&network(3));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x15;
        let _ = read_network(&damaged);
        assert!(read_network(&bytes[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn samples_are_written_from_the_view_of_the_side_to_move() {
    let kind = engine::kind("ataxx").unwrap();
    let mut both = [Samples::new(kind), Samples::new(kind)];
    for (samples, seed) in both.iter_mut().zip(1..) {
        let (start, moves) = random_game(kind, None, seed, 20);
        samples.positions.add_all(&start, &moves, &|_| 0, &mut |_, _| true).unwrap();
        let count = samples.positions.len();
        samples.scores = (0..count as i16).map(|number| 10 * number).collect();
        samples.results =
            (0..count).map(|number| [Some(1.0), Some(0.5), None][number % 3]).collect();
    }
    let mut bytes = Vec::new();
    write_samples([&both[0], &both[1]], &mut bytes).unwrap();
    let mut file = Reader::new(&bytes).unwrap();
    let count = both[0].len() + both[1].len();
    let mut array = |name| file.array(name, 1 << 20).unwrap().1;
    let [own, other] = ["own", "other"].map(&mut array);
    let [own_offsets, other_offsets] = ["own_offsets", "other_offsets"].map(&mut array);
    assert_eq!([own_offsets.len(), other_offsets.len()], [count + 1; 2]);
    let [buckets, scores, hand, results, held] =
        ["bucket", "score", "hand", "result", "held"].map(&mut array);
    let mut at = 0;
    for (of, samples) in both.iter().enumerate() {
        for (number, by_hand) in samples.by_hand().into_iter().enumerate() {
            let mut found = [Vec::new(), Vec::new()];
            let bucket = samples.positions.inputs(number, 0, &mut found);
            let inputs = |all: &[f64], offsets: &[f64]| -> Vec<u32> {
                let range = offsets[at] as usize..offsets[at + 1] as usize;
                all[range].iter().map(|&input| input as u32).collect()
            };
            assert_eq!([inputs(&own, &own_offsets), inputs(&other, &other_offsets)], found);
            assert_eq!([buckets[at] as usize, held[at] as usize], [bucket, of]);
            let sign = if samples.positions.first_to_move(number) { 1.0 } else { -1.0 };
            assert_eq!(scores[at], sign * 10.0 * number as f64);
            assert_eq!(hand[at], sign * f64::from(by_hand));
            match samples.results[number] {
                Some(result) => assert_eq!(results[at] - 0.5, sign * (f64::from(result) - 0.5)),
                None => assert!(results[at].is_nan()),
            }
            at += 1;
        }
    }
    assert_eq!((at, results.len()), (count, count));
}
