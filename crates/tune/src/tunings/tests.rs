//! Tunings of a data folder: listed, shown, and damaged ones told.

use super::*;
use crate::film::Facts;
use crate::{Method, Parameter, PlayoutOptions, Run};

fn run() -> Run {
    let kind = engine::kind("ataxx").unwrap();
    let parameters = kind.knowledge().parameters();
    let of_evaluation =
        parameters.iter().filter(|it| it.family == engine::Family::Evaluation && it.is_quantity());
    let parameters: Vec<Parameter> = of_evaluation.map(|it| Parameter::from(&it.info)).collect();
    let options = PlayoutOptions { iterations: 10, seed: 1, pairs: 1 };
    Run::new(parameters, Method::Playout(options), 0)
}

fn facts() -> Facts {
    Facts { method: "playout".to_owned(), seed: 7, seconds: 1.5, complete: false }
}

#[test]
fn a_tuning_is_listed_as_running_while_its_program_holds_it() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(list(data.path()), []);
    let run = run();
    let film_of = Film::new(engine::kind("ataxx").unwrap(), &run, facts());
    let tuning = Tuning::new(data.path(), "one").unwrap();
    tuning.write(&film_of).unwrap();
    let [line] = list(data.path()).try_into().unwrap();
    assert_eq!(
        (line.name.as_str(), line.game.as_str(), line.done, line.all),
        ("one", "ataxx", 0, 10)
    );
    assert!(line.running && !line.complete && line.problem.is_none());
    let busy = Tuning::open(data.path(), "one").err().unwrap().to_string();
    assert!(busy.contains("by another program"), "{busy}");
    let other = Tuning::new(data.path(), "one").unwrap();
    assert_eq!(other.name(), "one-2");
    let taken = Tuning::create(data.path(), "one").err().unwrap().to_string();
    assert!(taken.starts_with("there is a tuning 'one' already"), "{taken}");
    assert_eq!(Tuning::create(data.path(), "three").unwrap().name(), "three");
    std::fs::remove_dir_all(data.path().join(TUNINGS).join("three")).unwrap();
    drop(tuning);
    assert!(!list(data.path())[0].running, "and one without a film is not listed");
    let shown: serde_json::Value =
        serde_json::from_str(&film(data.path(), "one", true).unwrap().unwrap()).unwrap();
    assert_eq!(shown["running"], false);
    let film = &shown["film"];
    assert_eq!(film["boards"].as_array().unwrap().len(), 2);
    assert_eq!(film["boards"][0]["cells"].as_array().unwrap().len(), 49);
    let values = film["points"][0]["values"].as_array().unwrap();
    assert_eq!(values.len(), film["parameters"].as_array().unwrap().len());
    // a1 and g7 are one place in the table.
    assert_eq!(film["boards"][0]["cells"][0], film["boards"][0]["cells"][48]);
}

#[test]
fn a_run_pauses_as_long_as_it_is_asked_to() {
    let data = tempfile::tempdir().unwrap();
    let run = run();
    let tuning = Tuning::new(data.path(), "one").unwrap();
    tuning.write(&Film::new(engine::kind("ataxx").unwrap(), &run, facts())).unwrap();
    let stop = AtomicBool::new(false);
    let state = || list(data.path())[0].pause;
    let waits = |stop: &AtomicBool| {
        let mut told = 0;
        let waited = tuning.wait(stop, || told += 1).unwrap();
        (told, waited > Duration::ZERO)
    };
    assert_eq!((state(), waits(&stop)), (Pause::No, (0, false)));
    assert!(pause(data.path(), "one", true).unwrap());
    assert_eq!(state(), Pause::Asked);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| waits(&stop));
        while state() != Pause::Paused {
            std::thread::sleep(LOOK / 10);
        }
        let shown: serde_json::Value =
            serde_json::from_str(&film(data.path(), "one", true).unwrap().unwrap()).unwrap();
        assert_eq!(
            (&shown["pause"], &shown["running"], &shown["film"]["about"]["all"]),
            (&"paused".into(), &true.into(), &10.into())
        );
        assert!(!waiting.is_finished());
        assert!(pause(data.path(), "one", false).unwrap());
        assert_eq!(waiting.join().unwrap(), (1, true));
    });
    assert_eq!((state(), waits(&stop)), (Pause::No, (0, false)));
    // Who is asked to stop does not wait on.
    assert!(pause(data.path(), "one", true).unwrap());
    stop.store(true, Ordering::Relaxed);
    assert_eq!(waits(&stop), (1, true));
    drop(tuning);
    assert_eq!(state(), Pause::No, "nobody is at it");
    for name in ["one", "none", "../one"] {
        assert!(!pause(data.path(), name, true).unwrap(), "{name}");
    }
    let again = Tuning::open(data.path(), "one").unwrap();
    assert_eq!(state(), Pause::No, "who begins it again wants it to go on");
    drop(again);
}

#[test]
fn damaged_and_huge_files_cost_a_line_that_tells_so() {
    let data = tempfile::tempdir().unwrap();
    let folder = |name: &str| {
        let folder = data.path().join(TUNINGS).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    };
    std::fs::write(folder("torn").join(ABOUT), "{\"game\":").unwrap();
    std::fs::write(folder("torn").join(FILM), "{\"about\":").unwrap();
    std::fs::write(folder("huge").join(ABOUT), " ".repeat(1 << 17)).unwrap();
    std::fs::write(folder("bytes").join(ABOUT), [0xff, 0xfe]).unwrap();
    std::fs::create_dir(folder("folder").join(ABOUT)).unwrap();
    folder("empty");
    let told: std::collections::BTreeMap<String, String> =
        list(data.path()).into_iter().map(|line| (line.name, line.problem.unwrap())).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told["torn"].contains("damaged"), "{told:?}");
    assert!(told["huge"].contains("too large"), "{told:?}");
    assert!(told["bytes"].contains("UTF-8"), "{told:?}");
    assert!(film(data.path(), "torn", true).unwrap_err().to_string().contains("damaged"));
    assert_eq!(film(data.path(), "../torn", true).unwrap(), None);
    assert_eq!(film(data.path(), "none", true).unwrap(), None);
    for name in ["", "..", "a/b", "a b"] {
        assert!(matches!(Tuning::open(data.path(), name), Err(TuningError::Name(_))), "{name}");
    }
}

#[test]
fn every_element_of_a_board_is_a_declared_parameter() {
    for kind in engine::kinds() {
        let names: std::collections::HashSet<String> =
            kind.knowledge().parameters().into_iter().map(|it| it.info.name).collect();
        let boards = kind.knowledge().boards();
        for board in &boards {
            for layer in &board.layers {
                assert_eq!(layer.elements.len() % board.columns, 0, "{board:?}");
                for element in &layer.elements {
                    let name = format!("{}[{element}]", layer.table);
                    assert!(names.contains(&name), "{}: {name}", kind.name());
                }
            }
        }
    }
}
