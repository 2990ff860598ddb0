//! All declared numbers and switches of a game's engine, and files of them.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use game::params::{ParamInfo, Parameters as _, fold_name};
use search::{Switches, Tunables};

use crate::definition::{EvalParams, GameDefinition};
use crate::options::MCTS_PREFIX;
use crate::parameters::{Family, Parameter};

/// Where a parameter is set.
pub(crate) struct Place {
    pub(crate) family: Family,
    pub(crate) index: usize,
    pub(crate) range: RangeInclusive<i32>,
}

/// The parameters of a game, family by family, each in the order of its values.
pub(crate) fn parameters<W: GameDefinition>() -> Vec<Parameter> {
    let mut switches = Switches::infos();
    for (index, info) in switches.iter_mut().enumerate() {
        info.start = W::SWITCHES.get(index);
    }
    let mut numbers = Tunables::infos();
    for (index, info) in numbers.iter_mut().enumerate() {
        info.start = W::TUNABLES.get(index);
    }
    let mut of_mcts = mcts::Params::infos();
    for (index, info) in of_mcts.iter_mut().enumerate() {
        info.start = W::MCTS.get(index);
        info.name.insert_str(0, MCTS_PREFIX);
    }
    let families = [
        (Family::Switches, switches),
        (Family::Search, numbers),
        (Family::Mcts, of_mcts),
        (Family::Evaluation, EvalParams::<W>::infos()),
    ];
    let of = |(family, infos): (Family, Vec<ParamInfo>)| {
        infos.into_iter().map(move |info| Parameter { family, info })
    };
    families.into_iter().flat_map(of).collect()
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
        found.entry(fold_name(&info.name)).or_insert(Place { family, index, range });
        index += 1;
    }
    found
}

/// The parameters, starting from the values of a file where it has them.
pub(crate) fn parameters_from<W: GameDefinition>(text: &str) -> Result<Vec<Parameter>, String> {
    let mut all = parameters::<W>();
    let names = all.iter().enumerate().rev();
    // Where two share a name, the first.
    let places: HashMap<String, usize> =
        names.map(|(place, parameter)| (fold_name(&parameter.info.name), place)).collect();
    for (name, value) in read(text)? {
        let place = places.get(&fold_name(&name));
        let place = place.ok_or_else(|| format!("there is no parameter '{name}'"))?;
        let ParamInfo { start, min, max, .. } = &mut all[*place].info;
        let number = match value.as_str() {
            "true" => Some(1),
            "false" => Some(0),
            number => number.parse::<i32>().ok().filter(|number| (*min..=*max).contains(number)),
        };
        *start = number.ok_or_else(|| {
            format!("'{name}' is '{value}': use a whole number from {min} to {max}")
        })?;
    }
    Ok(all)
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
