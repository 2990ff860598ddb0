//! All declared numbers and switches of a game's engine, and files of them.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use game::params::{ParamInfo, Parameters, fold_name};
use search::{Switches, Tunables};

use crate::definition::{EvalParams, GameDefinition};
use crate::options::MCTS_PREFIX;
use crate::parameters::{Family, Parameter, names_order};

/// Where a parameter is set.
pub(crate) struct Place {
    pub(crate) family: Family,
    pub(crate) index: usize,
    pub(crate) range: RangeInclusive<i32>,
    /// Moves are ordered by it, as [`names_order`] says.
    pub(crate) of_order: bool,
}

/// The parameters of a game, family by family, each in the order of its values.
pub(crate) fn parameters<W: GameDefinition>() -> Vec<Parameter> {
    parameters_of::<W>(&W::SWITCHES, &W::TUNABLES, &W::MCTS, &EvalParams::<W>::default())
}

/// The same, starting from these values.
pub(crate) fn parameters_of<W: GameDefinition>(
    switches: &Switches,
    tunables: &Tunables,
    mcts: &mcts::Params,
    evaluation: &EvalParams<W>,
) -> Vec<Parameter> {
    let of_mcts = from(mcts).into_iter().map(|mut info| {
        info.name.insert_str(0, MCTS_PREFIX);
        info
    });
    let families = [
        (Family::Switches, from(switches)),
        (Family::Search, from(tunables)),
        (Family::Mcts, of_mcts.collect()),
        (Family::Evaluation, from(evaluation)),
    ];
    let of = |(family, infos): (Family, Vec<ParamInfo>)| {
        infos.into_iter().map(move |info| Parameter { family, info })
    };
    families.into_iter().flat_map(of).collect()
}

/// The numbers of a family, starting from these values.
fn from<P: Parameters>(values: &P) -> Vec<ParamInfo> {
    let mut infos = P::infos();
    for (info, value) in infos.iter_mut().zip(values.vector()) {
        info.start = value;
    }
    infos
}

/// The places of all parameters by folded name; where two share one, that of the first.
pub(crate) fn places<W: GameDefinition>() -> HashMap<String, Place> {
    let mut found = HashMap::new();
    let (mut last, mut index) = (Family::Switches, 0);
    for Parameter { family, info } in parameters::<W>() {
        if family != last {
            (last, index) = (family, 0);
        }
        let range = info.min..=info.max;
        // Words for on and off are read elsewhere.
        let of_order = names_order(&info.name);
        found.entry(fold_name(&info.name)).or_insert(Place { family, index, range, of_order });
        index += 1;
    }
    found
}

/// Reads a file of parameters: `Name = value`, a line each; `#` begins a comment. The same words are a table of TOML, so names
/// may stand in quotes.
pub(crate) fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let Some((name, value)) = line.split_once('=') else {
            return Err(format!("line {number} ('{line}') is no 'Name = value'"));
        };
        found.push((name.trim().trim_matches('"').to_owned(), value.trim().to_owned()));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use crate::{EngineConfig, kinds};

    #[test]
    fn a_file_sets_parameters_by_name_and_says_what_is_wrong() {
        for kind in kinds() {
            let parameters = kind.knowledge().parameters();
            let mut file = tempfile::NamedTempFile::new().unwrap();
            let path = file.path().display().to_string();
            writeln!(file, "# every one\n").unwrap();
            for parameter in &parameters {
                writeln!(file, "\"{}\" = {}", parameter.info.name, parameter.info.max).unwrap();
            }
            let engine = |path: &str| {
                kind.new_engine(
                    &EngineConfig { hash_mib: 1, ..EngineConfig::default() }.with("Params", path),
                )
            };
            assert!(engine(&path).is_ok(), "{}", kind.title());
            let config = EngineConfig::default().with("Params", &path);
            let set = kind.knowledge().parameters_of(&config).unwrap();
            for (set, declared) in set.iter().zip(&parameters) {
                assert_eq!(
                    (&set.info.name, set.info.start),
                    (&declared.info.name, declared.info.max)
                );
            }
            writeln!(file, "Nothing = 3").unwrap();
            let error = engine(&path).err().unwrap().to_string();
            assert!(error.contains("there is no parameter 'Nothing'"), "{error}");
            std::fs::write(&path, format!("Params = {path}")).unwrap();
            assert!(engine(&path).is_err(), "a file that names itself");
            assert!(engine("/no/such/file").err().unwrap().to_string().contains("cannot be read"));
        }
        assert_eq!(super::read("a = 1\nb").unwrap_err(), "line 2 ('b') is no 'Name = value'");
    }
}
