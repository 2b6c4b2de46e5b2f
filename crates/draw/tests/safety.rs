//! No text and no number can make a file invalid or write escape codes to a terminal.

use std::path::Path;

use proptest::prelude::*;
use resvg::usvg::{Options, Tree, roxmltree};
use tilewright_draw::chart::{Bars, Heatmap, Histogram, Lines, Scatter, Series};
use tilewright_draw::{
    Anchor, DrawError, Format, Mark, Picture, Point, Shape, Stroke, theme,
};

const ESCAPE: char = '\u{1b}';

fn said(text: &str) -> Picture {
    let mut picture = Picture::new(60.0, 20.0, text);
    picture.push(Shape::Text {
        at: Point::new(30.0, 10.0),
        size: 12.0,
        anchor: Anchor::Middle,
        bold: false,
        ink: theme::INK,
        text: text.to_owned(),
    });
    picture
}

/// Any characters at all, control characters among them.
fn texts() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        any::<char>(),
        prop::char::range('\0', '\u{A0}'),
        prop::sample::select(vec!['\u{1b}', '\u{FFFE}', '\u{FFFF}', '<', '&', '→', '\n']),
    ];
    prop::collection::vec(letter, 0..40).prop_map(String::from_iter)
}

/// The text as XML can store it: no control characters, white space as spaces.
fn kept(text: &str) -> String {
    let spaced = text.replace(['\t', '\n', '\r'], " ");
    spaced
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
        .collect()
}

proptest! {
    #[test]
    fn any_text_gives_well_formed_svg_that_contains_it(text in texts()) {
        let svg = said(&text).to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        for name in ["title", "text"] {
            let node = document.descendants().find(|node| node.has_tag_name(name)).unwrap();
            prop_assert_eq!(node.text().unwrap_or_default(), kept(&text));
        }
        prop_assert!(Tree::from_str(&svg, &Options::default()).is_ok());
    }

    #[test]
    fn any_text_can_be_rasterised_and_printed(text in texts()) {
        let mut picture = said(&text).captioned(&text);
        prop_assert!(picture.to_png(&()).is_ok());
        picture.marks = vec![vec![Mark::new(text, theme::INK, None)]];
        prop_assert!(!picture.to_text(false).contains(ESCAPE));
        prop_assert_eq!(picture.to_text(true).lines().count(), 1);
    }

    #[test]
    fn any_numbers_give_a_chart_without_bad_numbers(
        values in prop::collection::vec(prop::num::f64::ANY, 0..12),
        bins in 0_usize..30,
    ) {
        let pairs: Vec<(f64, f64)> =
            values.iter().copied().zip(values.iter().rev().copied()).collect();
        let name = || "name".to_owned();
        let series = Series { name: name(), color: theme::ACCENT, points: pairs.clone() };
        let bars = values.iter().map(|value| (name(), *value, theme::ACCENT)).collect();
        let levels = values.iter().map(|value| (name(), *value)).collect();
        let band = pairs.first().copied();
        let cells = values.iter().copied().map(Some).collect();
        let (rows, columns) = (3, values.len() / 3 + 1);
        let pictures = [
            Lines { series: vec![series], levels, ..Lines::default() }.picture(),
            Bars { bars, ..Bars::default() }.picture(),
            Scatter { points: pairs, diagonal: bins % 2 == 0, ..Scatter::default() }.picture(),
            Histogram { values, bins, band, ..Histogram::default() }.picture(),
            Heatmap { rows, columns, values: cells, labels: true, cell: 20.0, ..Heatmap::default() }
                .picture(),
        ];

        for picture in pictures {
            let svg = picture.to_svg();
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", svg);
            prop_assert!(Tree::from_str(&svg, &Options::default()).is_ok());
            prop_assert!(!picture.to_text(false).contains(ESCAPE));
        }
    }
}

#[test]
fn shapes_with_bad_numbers_are_left_out() {
    let stroke = Stroke::new(theme::INK, 1.0);
    let (fill, nan) = (Some(theme::INK), f64::NAN);
    let rectangle = |x: f64, width: f64| Shape::Rectangle {
        x,
        y: 0.0,
        width,
        height: 5.0,
        radius: 0.0,
        fill,
        stroke: None,
    };

    let circle = |x: f64, radius: f64| Shape::Circle {
        center: Point::new(x, 1.0),
        radius,
        fill,
        stroke: None,
    };

    let bent = vec![Point::new(0.0, 0.0), Point::new(f64::INFINITY, 3.0)];
    let bad = [
        rectangle(nan, 5.0),
        rectangle(0.0, -1.0),
        rectangle(1.0e300, 1.0),
        circle(nan, 1.0),
        circle(1.0, f64::INFINITY),
        Shape::Polyline { points: bent.clone(), stroke },
        Shape::Polyline { points: vec![], stroke: Stroke::new(theme::INK, nan) },
        Shape::Polygon { points: bent, fill, stroke: Some(stroke) },
    ];

    let mut picture = Picture::new(10.0, 10.0, "");
    let empty = picture.to_svg();

    for shape in bad {
        picture.push(shape);
    }

    assert_eq!(picture.to_svg(), empty);
    picture.push(rectangle(1.0, 2.0));
    assert_eq!(picture.to_svg().lines().count(), empty.lines().count() + 1);
}

#[test]
fn a_picture_without_area_is_refused_but_still_has_text() {
    for width in [0.0, -3.0, f64::NAN, f64::INFINITY] {
        let picture = Picture::new(width, 5.0, "nothing to see");
        assert!(matches!(picture.to_png(&()), Err(DrawError::Size { .. })), "{width}");
        assert!(picture.to_svg().contains("viewBox=\"0 0 1 5\""), "{width}");
        assert_eq!(picture.to_text(false), "nothing to see\n");
    }
}

#[test]
fn the_pixel_limit_counts_both_scales() {
    let picture = Picture::new(100_000.0, 1_000.0, "large");
    let refused = picture.to_png(&()).unwrap_err();
    assert!(matches!(
        refused,
        DrawError::Pixels { pixels: 400_000_000, limit: 64_000_000 }
    ));
    assert_eq!(
        refused.to_string(),
        "400000000 pixels are too many: the limit is 64000000, use SVG or a smaller size"
    );
}

#[test]
fn a_png_has_two_pixels_per_unit_and_is_the_same_each_time() {
    let picture = said("Moves 12");
    let file = picture.to_png(&()).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (120, 40));
    assert_eq!(reader.info().color_type, png::ColorType::Rgb);
    assert_eq!(file, picture.to_png(&()).unwrap());
}

#[test]
fn a_clear_background_stays_clear() {
    let mut picture = Picture::new(4.0, 4.0, "");
    picture.background = theme::PAPER.with_alpha(0);
    let file = picture.to_png(&()).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Rgba);
    let mut bytes = vec![1; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    assert!(bytes.iter().all(|byte| *byte == 0));
}

#[test]
fn letters_are_drawn() {
    let inked = |text: &str| {
        let lines = said(text).to_text(false);
        lines.chars().filter(|letter| !matches!(letter, ' ' | '\n')).count()
    };
    assert_eq!(inked(""), 0);
    assert!(inked("Moves") > 40);
    assert!(inked("→") > 3, "arrows come from the second font");
}

#[test]
fn half_blocks_show_both_pixels_of_a_character() {
    let mut picture = Picture::new(1.0, 2.0, "");
    picture.background = theme::BLUE;
    picture.push(Shape::Rectangle {
        x: 0.0,
        y: 1.0,
        width: 1.0,
        height: 1.0,
        radius: 0.0,
        fill: Some(theme::ORANGE),
        stroke: None,
    });

    let expected = "\u{1b}[38;2;0;114;178m\u{1b}[48;2;230;159;0m▀\u{1b}[0m\n";
    assert_eq!(picture.to_text(true), expected);

    let wide = Picture::new(1_000.0, 100.0, "").to_text(true);
    assert_eq!(wide.lines().next().unwrap().matches('▀').count(), 80);
}

#[test]
fn colour_ends_with_each_line() {
    let mut picture = Picture::new(1.0, 1.0, "");
    let row = vec![
        Mark::new("a", theme::BLUE, None),
        Mark::plain("b"),
        Mark::new("c", None, theme::BLUE),
    ];
    picture.marks = vec![row; 2];
    for line in picture.to_text(true).lines() {
        assert_eq!(
            line,
            "\u{1b}[38;2;0;114;178ma\u{1b}[0mb\u{1b}[48;2;0;114;178mc\u{1b}[0m"
        );
    }
    assert_eq!(picture.to_text(false), "abc\nabc\n");
}

#[test]
fn marks_of_wide_and_joining_signs_line_up() {
    let column = |text: &str| {
        let mut picture = Picture::new(1.0, 1.0, "");
        picture.marks = vec![vec![Mark::plain(text)], vec![Mark::plain("1234")]];
        picture
    };
    let joined = Picture::beside(&[column("寿司"), column("e\u{301}")], 1.0, "");
    assert_eq!(joined.to_text(false), "寿司  e\u{301}\n1234  1234\n");
}

#[test]
fn only_a_different_background_is_drawn() {
    let mut page = Picture::new(20.0, 20.0, "");
    page.place(&Picture::new(4.0, 4.0, ""), 8.0, 8.0);
    assert_eq!(page.shapes, []);
    let mut blue = Picture::new(4.0, 4.0, "");
    blue.background = theme::BLUE;
    page.place(&blue, 8.0, 9.0);
    assert!(
        page.to_svg()
            .contains(r##"<rect x="8" y="9" width="4" height="4" fill="#0072b2"/>"##)
    );
}

#[test]
fn a_composition_with_a_part_without_marks_has_none() {
    let mut marked = Picture::new(4.0, 4.0, "");
    marked.marks = vec![vec![Mark::plain("x")]];
    let bare = Picture::new(4.0, 4.0, "");
    let pictures = [marked, bare];
    assert!(Picture::beside(&pictures, 1.0, "").marks.is_empty());
    assert!(Picture::stacked(&pictures, 1.0, "").marks.is_empty());
}

#[test]
fn formats_come_from_the_extension() {
    let format = |name: &str| Format::from_path(Path::new(name));
    assert_eq!(format("a/b.svg").unwrap(), Format::Svg);
    assert_eq!(format("b.PNG").unwrap(), Format::Png);
    assert_eq!(format("b.svg.Gif").unwrap(), Format::Gif);
    assert_eq!(format("b.apng").unwrap(), Format::Apng);
    assert!(Format::Gif.is_moving() && Format::Apng.is_moving());
    assert!(!Format::Svg.is_moving() && !Format::Png.is_moving());
}

#[test]
fn the_error_of_an_unknown_extension_lists_the_known_ones() {
    let message =
        |name: &str| Format::from_path(Path::new(name)).unwrap_err().to_string();
    let wanted = "unknown picture format, expected .svg, .png, .gif or .apng:";
    assert_eq!(message("level.JPG"), format!("{wanted} .jpg"));
    assert_eq!(message("level"), format!("{wanted} the name level has no ending"));
}
