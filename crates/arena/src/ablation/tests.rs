//! Ablations: what is made of what was measured, and what survives in a folder.

use std::path::Path;

use super::folder::{AblationLine, Folder, PAGE, is_name, list, report};
use super::*;

fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn off(name: &str) -> Technique {
    Technique {
        name: name.to_owned(),
        change: Change::Off,
        changed: options(&[("Prefetch", "false"), (name, "false")]),
        base: options(&[("Prefetch", "false")]),
        named: false,
    }
}

fn recipe() -> Recipe {
    Recipe {
        game: "onitama".to_owned(),
        family: Family::AlphaBeta,
        base: options(&[("Prefetch", "false")]),
        searches: Some(SearchPlan { depth: Some(4), visits: None, positions: 2 }),
        matches: Some(MatchPlan { games: 4, limits: vec![Limit::Nodes(100)], seed: 1 }),
        techniques: vec![off("NullMove"), off("Killers")],
        build: "one".to_owned(),
    }
}

fn searches(options: &Options, nodes: [u64; 2]) -> Measured {
    Measured::Searches(Searches {
        options: options.clone(),
        nodes: nodes.to_vec(),
        turns: vec!["a".to_owned(), "b".to_owned()],
        in_a_row: Vec::new(),
        quiescence_nodes: 10,
        visits: None,
        seconds: 0.5,
        cpu_seconds: 0.25,
        instructions: None,
    })
}

fn played(technique: &str, games: [u64; 3], pairs: [u64; 5]) -> Measured {
    Measured::Match(Played {
        technique: technique.to_owned(),
        limit: Limit::Nodes(100),
        games,
        pairs,
    })
}

/// All of it: without the null move, twice and eight times the nodes, and every game lost; without killers, no change.
fn found(recipe: &Recipe) -> Vec<Measured> {
    vec![
        searches(&recipe.base, [100, 100]),
        searches(&recipe.techniques[0].changed, [200, 800]),
        searches(&recipe.techniques[1].changed, [100, 100]),
        played("NullMove", [0, 0, 4], [2, 0, 0, 0, 0]),
    ]
}

#[test]
fn a_row_has_the_geometric_mean_of_ratios_with_its_interval() {
    let recipe = recipe();
    let found = found(&recipe);
    let rows = rows(&recipe, &found);
    assert_eq!(rows.len(), 3, "the base and two techniques");
    let null_move = rows[1].searches.as_ref().unwrap();
    assert_eq!(null_move.nodes(), 1_000);
    assert!((null_move.ratio.mean - 4.0).abs() < 1e-9, "the root of 2 times 8");
    // Logarithms of 2 and 8: their mean lies one of ln 2 from each, and so does the standard error.
    assert!((null_move.ratio.error.unwrap() - 2_f64.ln()).abs() < 1e-9);
    let (low, high) = null_move.ratio.interval();
    assert!((low * high - 16.0).abs() < 1e-9 && low < 1.1 && high > 15.0);
    assert!(!null_move.same && rows[1].is_to_be_played());
    let elo = rows[1].matches[0].estimate.unwrap();
    assert!(elo.elo < -100.0 && elo.elo_low < elo.elo && elo.elo < elo.elo_high);
}

#[test]
fn processor_time_is_told_as_a_ratio_where_there_is_any() {
    let recipe = recipe();
    let mut found = found(&recipe);
    for (cpu_seconds, base, ratio) in [(0.75, 0.25, Some(3.0)), (0.75, 0.0, None)] {
        for (piece, seconds) in found.iter_mut().zip([base, cpu_seconds]) {
            let Measured::Searches(searches) = piece else { panic!("searches") };
            searches.cpu_seconds = seconds;
        }
        let rows = rows(&recipe, &found);
        assert_eq!(rows[1].searches.as_ref().unwrap().cpu_ratio(), ratio);
    }
}

#[test]
fn no_match_is_played_of_what_changes_nothing_unless_it_was_named() {
    let mut recipe = recipe();
    let found = found(&recipe);
    assert!(rows(&recipe, &found)[2].searches.as_ref().unwrap().same);
    assert!(!rows(&recipe, &found)[2].is_to_be_played());
    recipe.techniques[1].named = true;
    assert!(rows(&recipe, &found)[2].is_to_be_played());
    // An effect that shows only in a game that goes on is one, too.
    recipe.techniques[1].named = false;
    let mut found = found;
    let Measured::Searches(killers) = &mut found[2] else { panic!("searches") };
    killers.in_a_row = vec![7];
    assert!(rows(&recipe, &found)[2].is_to_be_played());
}

#[test]
fn both_sides_of_a_match_differ_in_the_technique_alone() {
    let recipe = recipe();
    let [changed, base] = recipe.engines(&recipe.techniques[0], Limit::Nodes(100));
    assert_eq!(
        changed,
        "tesuji,nodes=100,option.Prefetch=false,option.NullMove=false,name=\"without NullMove\""
    );
    assert_eq!(base, "tesuji,nodes=100,option.Prefetch=false,name=base");
    let mcts = Recipe { family: Family::Mcts, ..recipe };
    let [_, base] = mcts.engines(&mcts.techniques[0], Limit::Visits(800));
    assert!(base.starts_with("mcts,nodes=1000000000000,option.MctsVisits=800,"), "{base}");
}

#[test]
fn families_meet_at_what_both_have() {
    let mut recipe = recipe();
    let limits = vec![Limit::Visits(5), Limit::Depth(3), Limit::Seconds(0.1)];
    recipe.matches = Some(MatchPlan { games: 4, limits, seed: 1 });
    let versus = Technique { change: Change::Versus, ..off("x") };
    assert_eq!(recipe.limits(&versus), [Limit::Seconds(0.1)]);
    assert_eq!(recipe.limits(&recipe.techniques[0]).len(), 3);
}

#[test]
fn an_ablation_goes_on_after_a_line_that_was_cut() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("ablations/first");
    let recipe = recipe();
    let found = found(&recipe);
    let mut folder = Folder::open(&path, recipe.clone(), false).unwrap();
    folder.add(found[0].clone()).unwrap();
    folder.add(found[1].clone()).unwrap();
    assert!(list(data.path())[0].running, "this program is at it");
    assert!(Folder::open(&path, recipe.clone(), false).is_err(), "and no other may be");
    drop(folder);
    let rows = path.join("rows.jsonl");
    let text = std::fs::read_to_string(&rows).unwrap();
    std::fs::write(&rows, &text[..text.len() - 10]).unwrap();
    let mut folder = Folder::open(&path, recipe.clone(), false).unwrap();
    assert_eq!(folder.found(), &found[..1], "the line that was cut is measured again");
    for piece in &found[1..] {
        folder.add(piece.clone()).unwrap();
    }
    drop(folder);
    let folder = Folder::open(&path, recipe, false).unwrap();
    assert_eq!(folder.found(), found);
    drop(folder);
    let [line] = &list(data.path())[..] else { panic!("one ablation") };
    let AblationLine { name, done, planned, running, techniques, .. } = line;
    assert_eq!((name.as_str(), *done, *planned, *running, *techniques), ("first", 4, 4, false, 2));
}

/// The error of opening a folder.
fn refusal(path: &Path, recipe: Recipe) -> String {
    Folder::open(path, recipe, false).err().unwrap().to_string()
}

#[test]
fn another_recipe_and_a_damaged_folder_are_refused_in_words() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("x");
    drop(Folder::open(&path, recipe(), false).unwrap());
    let mut deeper = recipe();
    deeper.searches = Some(SearchPlan { depth: Some(5), visits: None, positions: 2 });
    let error = refusal(&path, deeper.clone());
    assert!(error.contains("differs in the searches (--depth, --visits, --positions)"), "{error}");
    let rebuilt = Recipe { build: "two".to_owned(), ..recipe() };
    assert!(refusal(&path, rebuilt).contains("differs in the build of the program"));
    std::fs::write(path.join("rows.jsonl"), "{}\n").unwrap();
    assert!(refusal(&path, recipe()).contains("rows.jsonl, line 1 is damaged"));
    std::fs::write(path.join("recipe.json"), "{").unwrap();
    assert!(refusal(&path, recipe()).contains("recipe.json is damaged"));
    assert!(list(data.path()).is_empty());
    let mut again = Folder::open(&path, deeper, true).unwrap();
    assert_eq!(again.found(), []);
    again.add(searches(&options(&[]), [1, 2])).unwrap();
    // A file stands where the folder is to be.
    std::fs::write(data.path().join("file"), "").unwrap();
    assert!(refusal(&data.path().join("file"), recipe()).contains("cannot be used"));
}

#[test]
fn the_page_is_whole_and_loads_nothing() {
    let mut recipe = recipe();
    recipe.techniques[0].name = "<b>&\"".to_owned();
    let mut found = found(&recipe);
    found[3] = played("<b>&\"", [0, 0, 4], [2, 0, 0, 0, 0]);
    let page = page::html(&recipe, &found);
    assert!(!page.contains("<b>") && page.contains("without &lt;b&gt;&amp;&quot;"), "{page}");
    for loads in ["<script", "http:", "https:", "url(", "@import", "src="] {
        assert!(!page.contains(loads), "{loads}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    assert_eq!(page.matches("<svg").count(), 2, "nodes, and Elo at equal nodes");
    for tag in ["svg", "table", "tr", "td", "th", "text", "title", "body", "html"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    // A row that is not found yet is no fault.
    assert!(page::html(&recipe, &[]).contains("without &lt;b&gt;"));
}

#[test]
fn the_bars_of_a_chart_fill_the_room_between_names_and_values() {
    let recipe = recipe();
    let page = page::html(&recipe, &found(&recipe));
    let charts: Vec<&str> = page.split("<svg").skip(1).collect();
    // Names end at 250 and values begin at 750; ten units are left free at both ends of the scale. More nodes lie to the
    // right of no change; the interval of the Elo has no change within it.
    for (chart, part) in [
        (charts[0], "class=\"zero\" x1=\"260\" x2=\"260\""),
        (charts[0], "x2=\"740\" y1=\"12\""),
        (charts[1], "class=\"whisker\" x1=\"260\" x2=\"740\""),
    ] {
        assert!(chart.contains(part), "{part} is missing in {chart}");
    }
}

#[test]
fn reports_are_found_by_name_and_no_name_leads_out_of_the_folder() {
    let data = tempfile::tempdir().unwrap();
    drop(Folder::open(&data.path().join("ablations/x.1"), recipe(), false).unwrap());
    assert!(report(data.path(), "x.1").unwrap().unwrap().contains("<!DOCTYPE html>"));
    assert!(report(data.path(), "other").unwrap().is_none());
    std::fs::write(data.path().join(PAGE), "secret").unwrap();
    for name in ["..", "../x", "a/b", "a\\b", "", ".x", "x\0", "C:"] {
        assert!(!is_name(name), "{name}");
        assert!(report(data.path(), name).unwrap().is_none(), "{name}");
    }
}
