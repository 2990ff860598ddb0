//! A run as one self-contained HTML file: the page's own film, with its styles, its script and the run in the file itself.

use anyhow::Result;
use tune::Film;

/// The page's modules that make the film, those that others need first.
const MODULES: [&str; 7] = [
    include_str!("../../../../web/page/js/dom.js"),
    include_str!("../../../../web/page/js/download.js"),
    include_str!("../../../../web/page/js/film/values.js"),
    include_str!("../../../../web/page/js/film/picture.js"),
    include_str!("../../../../web/page/js/film/export.js"),
    include_str!("../../../../web/page/js/film/parts.js"),
    include_str!("../../../../web/page/js/film/film.js"),
];
/// The page's styles that the film needs.
const STYLES: [&str; 3] = [
    include_str!("../../../../web/page/css/tokens.css"),
    include_str!("../../../../web/page/css/controls.css"),
    include_str!("../../../../web/page/css/film.css"),
];
/// The styles that the page has from its other sheets.
const BODY: &str = "body { margin: 0 auto; max-width: 80rem; padding: 16px; background: var(--paper); \
    color: var(--ink); font: var(--text-m)/1.5 var(--font); } * { box-sizing: border-box; }";

/// Modules as one script: what they take from each other is in it, and nobody takes anything from it.
fn script() -> String {
    let mut text = String::new();
    for line in MODULES.iter().flat_map(|module| module.lines()) {
        if !line.starts_with("import ") {
            text += line.strip_prefix("export ").unwrap_or(line);
            text.push('\n');
        }
    }
    text
}

/// The file.
///
/// # Errors
/// If the run cannot be written as JSON.
pub fn html(film: &Film<'_>) -> Result<String> {
    // Nothing in it ends the element that it stands in.
    let data = serde_json::to_string(film)?.replace('<', "\\u003c");
    let title = &film.about.title;
    let (styles, script) = (STYLES.concat(), script());
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} tuned - Tesuji</title>\n<style>\n{styles}{BODY}\n</style>\n</head>\n<body>\n\
         <main id=\"film\"></main>\n<script type=\"application/json\" id=\"run\">{data}</script>\n\
         <script type=\"module\">\n{script}\n\
         createFilm(byId('film')).update({{ running: false, film: JSON.parse(byId('run').textContent) }});\n\
         </script>\n</body>\n</html>\n"
    ))
}
