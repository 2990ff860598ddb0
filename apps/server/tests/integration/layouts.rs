//! The page draws Ataxx's layouts from a list of its own; here each is what its name deals.

#[test]
fn the_layouts_of_the_page_are_those_of_the_rules() {
    let table = include_str!("../../../web/page/js/games/ataxx/layouts.js");
    let kind = engine::kind("ataxx").expect("the game");
    let field = |line: &str, name: &str| {
        let rest = line.split(&format!("{name}: '")).nth(1)?;
        rest.split('\'').next().map(str::to_owned)
    };
    let layouts: Vec<_> = table
        .lines()
        .filter_map(|line| Some((field(line, "{ name")?, field(line, "board")?)))
        .collect();
    assert_eq!(layouts.len(), 8);
    for (name, board) in layouts {
        assert_eq!(kind.starts().deal(&name, 0).expect(&name), format!("{board} x 0 1"));
    }
}
