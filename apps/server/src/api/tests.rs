use std::collections::BTreeSet;

use serde_json::Value;

/// The description has every path that the server has, and no other.
#[test]
fn the_description_has_every_path() {
    let description: Value = serde_json::from_str(super::DESCRIPTION).expect("JSON");
    let described: BTreeSet<&str> =
        description["paths"].as_object().expect("paths").keys().map(String::as_str).collect();
    let table = super::table();
    let served: BTreeSet<&str> = table.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(described, served);
}
