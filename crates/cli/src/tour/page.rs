//! The page of a tour: a table of contents, and a section for every demo.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("../tour.css");

/// The smallest legible font size, in CSS pixels. A picture whose text would become smaller is
/// scrolled instead of shrunk.
const LEGIBLE: f64 = 8.0;

/// The smallest font size in animations, in their own pixels.
const ANIMATION_FONT_SIZE: f64 = 12.0;

/// A demo with its results, as the page shows it.
pub(super) struct Section {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) text: &'static str,
    /// The command as it is typed in a shell.
    pub(super) command: String,
    /// The quoted line of the command's output.
    pub(super) quote: Option<String>,
    /// The picture: SVG or GIF.
    pub(super) drawing: Vec<u8>,
}

impl Section {
    fn markup(&self) -> Markup {
        let svg = str::from_utf8(&self.drawing).ok().filter(|text| text.starts_with('<'));
        html! {
            section id=(self.name) {
                h2 { (self.title) }
                p { (self.text) }
                figure tabindex="0" style=(size(&self.drawing)) {
                    @if let Some(svg) = svg {
                        (PreEscaped(svg))
                    } @else {
                        img alt=(self.title)
                            src={ "data:image/gif;base64," (STANDARD.encode(&self.drawing)) };
                    }
                }
                pre { code { (words(&self.command)) } }
                @if let Some(line) = &self.quote { p.note { (line) } }
            }
        }
    }
}

/// The words of a command, marked up so that lines break only between words.
fn words(command: &str) -> Markup {
    html! {
        @for (index, word) in command.split(' ').enumerate() {
            @if index > 0 { " " }
            span { (word) }
        }
    }
}

/// The width of a picture and the smallest width at which its text is legible, for the style
/// sheet, in rem of 16 pixels.
fn size(drawing: &[u8]) -> String {
    let (width, letters) = match str::from_utf8(drawing) {
        Ok(svg) if svg.starts_with('<') => {
            let numbers = |name: &str| -> Vec<f64> {
                let begin = format!(" {name}=\"");
                let values = svg.split(&begin).skip(1);
                values.filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
            };
            let width = numbers("width").first().copied().unwrap_or_default();
            (width, numbers("font-size").into_iter().fold(f64::INFINITY, f64::min))
        }
        // In a GIF the width follows the signature.
        _ => {
            let width = drawing
                .get(6..8)
                .map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
            (f64::from(width), ANIMATION_FONT_SIZE)
        }
    };
    let min = width * (LEGIBLE / letters).min(1.0);
    format!("--width: {:.2}rem; --min: {:.2}rem", width / 16.0, min / 16.0)
}

/// The whole page.
pub(super) fn page(sections: &[Section]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (generator())
                title { "A tour of tilewright" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "tilewright" }
                    p { "AI for tile games. Every picture was made by the command below it." }
                    nav aria-label="Contents" {
                        ol {
                            @for section in sections {
                                li { a href={ "#" (section.name) } { (section.title) } }
                            }
                        }
                    }
                }
                main { @for section in sections { (section.markup()) } }
            }
        }
    }
}

/// The mark by which the page of a tour is recognized.
pub(super) fn generator() -> Markup {
    html! { meta name="generator" content="tilewright tour"; }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_never_shrunk_until_its_text_is_illegible() {
        let svg = br#"<svg width="320" height="9"><text font-size="16"/><text font-size="10"/>"#;
        assert_eq!(size(svg), "--width: 20.00rem; --min: 16.00rem");
        let svg = br#"<svg width="320" height="9"><text font-size="6"/>"#;
        assert_eq!(
            size(svg),
            "--width: 20.00rem; --min: 20.00rem",
            "never wider than it is"
        );
        let svg = br#"<svg width="320" height="9"></svg>"#;
        assert_eq!(size(svg), "--width: 20.00rem; --min: 0.00rem", "no letters");
        assert_eq!(size(b"GIF89a\xC0\x03"), "--width: 60.00rem; --min: 40.00rem");
    }

    #[test]
    fn words_of_a_command_stand_apart() {
        let marked = words("path plan --to 6,34").into_string();
        assert_eq!(
            marked,
            "<span>path</span> <span>plan</span> <span>--to</span> <span>6,34</span>"
        );
    }
}
