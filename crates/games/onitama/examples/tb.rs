use onitama::tablebase::*;
use onitama::Card;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let cards: Vec<Card> = a[1].split(',').map(|c| Card::by_name(c).unwrap()).collect();
    let keep = if a[3] == "d" { Keep::Distances } else { Keep::Verdicts };
    let t = std::time::Instant::now();
    let table = Tablebase::build(cards.try_into().unwrap(), a[2].parse().unwrap(), keep, a[4].parse().unwrap(), &mut |p| {
        if a.len() > 5 { eprintln!("{:.2} {p:?}", t.elapsed().as_secs_f64()); }
        true
    }).unwrap();
    println!("{:?} {:.3}s", table.summary(), t.elapsed().as_secs_f64());
}
