//! Snapshots of pictures and charts.

use tilewright_draw::chart::{Band, Bars, Heatmap, Histogram, Lines, Scatter, Series};
use tilewright_draw::{Anchor, Mark, Picture, Point, Ramp, Shape, Stroke, theme};

fn tile(number: &str, column: f64) -> Picture {
    let mut tile = Picture::new(40.0, 40.0, format!("tile {number}"));
    tile.push(Shape::Rectangle {
        x: 2.0,
        y: 2.0,
        width: 36.0,
        height: 36.0,
        radius: 6.0,
        fill: Some(theme::ORANGE),
        stroke: Some(Stroke::new(theme::INK.with_alpha(51), 1.5)),
    });

    tile.push(Shape::Circle {
        center: Point::new(20.0 + column, 20.0),
        radius: 12.345,
        fill: None,
        stroke: Some(Stroke::new(theme::INK, 1.0)),
    });

    tile.push(Shape::Text {
        at: Point::new(20.0, 20.0),
        size: 14.0,
        anchor: Anchor::Middle,
        bold: true,
        ink: theme::INK,
        text: number.to_owned(),
    });

    tile.marks = vec![
        vec![Mark::plain("┌──┐")],
        vec![
            Mark::plain("│"),
            Mark::new(" 2", theme::INK, theme::ORANGE),
            Mark::plain("│"),
        ],
        vec![Mark::plain("└──┘")],
    ];

    tile
}

fn lines() -> Lines {
    let curve =
        |top: f64| (0..5).map(move |x| (f64::from(x) * 10.0, top * f64::from(x * x)));
    let series = |name: &str, index: usize, top: f64| Series {
        name: name.to_owned(),
        color: theme::SERIES[index],
        points: curve(top).collect(),
    };

    Lines {
        title: "Fitness by generation".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "fitness".to_owned(),
        series: vec![series("best", 0, 900.0), series("median", 1, 500.0)],
        bands: vec![Band {
            name: "middle half".to_owned(),
            color: theme::SERIES[1],
            points: curve(500.0).map(|(x, y)| (x, y * 0.8, y * 1.2)).collect(),
        }],
        levels: vec![("target".to_owned(), 12_000.0)],
    }
}

fn histogram() -> Histogram {
    Histogram {
        title: "Moves to finish".to_owned(),
        x_label: "moves".to_owned(),
        y_label: "games".to_owned(),
        values: vec![17.0, 18.0, 18.0, 19.0, 19.0, 19.0, 21.0],
        bins: 10,
        band: Some((18.0, 20.0)),
        lines: vec![("mean".to_owned(), 18.7, theme::INK)],
    }
}

fn heatmap() -> Heatmap {
    Heatmap {
        title: "Where ships lie".to_owned(),
        rows: 2,
        columns: 3,
        values: vec![
            Some(0.0),
            Some(12_500.0),
            None,
            Some(7.0),
            Some(f64::NAN),
            Some(900.0),
        ],
        labels: true,
        ramp: Ramp::Magma,
        cell: 44.0,
    }
}

fn scatter() -> Scatter {
    Scatter {
        title: "Predicted against measured".to_owned(),
        x_label: "predicted".to_owned(),
        y_label: "measured".to_owned(),
        points: vec![(0.1, 0.2), (0.4, 0.35), (0.9, 0.7), (f64::INFINITY, 0.5)],
        diagonal: true,
    }
}

fn bars() -> Bars {
    Bars {
        title: "Score".to_owned(),
        x_label: "points, mean of 100 games".to_owned(),
        bars: vec![
            ("random".to_owned(), 1_080.5, theme::GREY),
            ("expectimax".to_owned(), 34_512.0, theme::ACCENT),
            ("not run".to_owned(), f64::NAN, theme::ACCENT),
            ("loser".to_owned(), -5_000.0, theme::INFEASIBLE),
        ],
    }
}

#[test]
fn a_tile_as_svg() {
    insta::assert_snapshot!(tile("2", 0.0).to_svg());
}

#[test]
fn composed_pictures_as_svg() {
    let pair = Picture::beside(&[tile("2", 0.0), tile("4", 1.0)], 8.0, "a pair");
    let tower = Picture::stacked(&[tile("8", 0.0), pair], 4.0, "a tower");
    insta::assert_snapshot!(tower.captioned("Three tiles").to_svg());
}

#[test]
fn composed_pictures_as_text() {
    let pair = Picture::beside(&[tile("2", 0.0), tile("4", 1.0)], 8.0, "a pair");
    let tower = Picture::stacked(&[tile("8", 0.0), pair], 4.0, "a tower");
    insta::assert_snapshot!(tower.captioned("Three tiles").to_text(false));
}

#[test]
fn lines_as_svg() {
    insta::assert_snapshot!(lines().picture().to_svg());
}

#[test]
fn lines_as_text() {
    insta::assert_snapshot!(lines().picture().to_text(false));
}

#[test]
fn a_single_line_is_drawn_in_dots() {
    let mut lines = lines();
    lines.series.truncate(1);
    lines.bands.clear();
    lines.levels.clear();
    insta::assert_snapshot!(lines.picture().to_text(false));
}

#[test]
fn bars_as_svg() {
    insta::assert_snapshot!(bars().picture().to_svg());
}

#[test]
fn bars_as_text() {
    insta::assert_snapshot!(bars().picture().to_text(false));
}

#[test]
fn a_histogram_as_svg() {
    insta::assert_snapshot!(histogram().picture().to_svg());
}

#[test]
fn a_histogram_as_text() {
    insta::assert_snapshot!(histogram().picture().to_text(false));
}

#[test]
fn a_scatter_as_svg() {
    insta::assert_snapshot!(scatter().picture().to_svg());
}

#[test]
fn a_scatter_as_text() {
    insta::assert_snapshot!(scatter().picture().to_text(false));
}

#[test]
fn a_heat_map_as_svg() {
    insta::assert_snapshot!(heatmap().picture().to_svg());
}

#[test]
fn a_heat_map_as_coloured_text() {
    insta::assert_snapshot!(heatmap().picture().to_text(true).escape_debug().to_string());
}
