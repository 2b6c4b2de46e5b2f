//! Drawing can be cancelled at every call of the watch, and small pictures are drawn without one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_draw::{
    Anchor, Animation, DrawError, Format, Frame, Picture, Point, Shape, Stroke, export,
    theme,
};
use tilewright_grid::Watch;

const FORMATS: [Format; 4] = [Format::Svg, Format::Png, Format::Gif, Format::Apng];

/// A watch that counts its calls and cancels at one of them.
struct StopAt {
    looks: AtomicU64,
    last: u64,
}

impl StopAt {
    const fn look(last: u64) -> Self {
        Self { looks: AtomicU64::new(0), last }
    }

    fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }
}

impl Watch for StopAt {
    fn look(&self) -> ControlFlow<()> {
        if self.looks.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A picture of translucent squares, lines and letters, this many of each.
fn crowd(shapes: u32) -> Picture {
    let mut picture = Picture::new(640.0, 480.0, "a crowd");
    for index in 0..shapes {
        let (x, y) = (f64::from(index * 37 % 601), f64::from(index * 53 % 443));
        let color = theme::ACCENT.with_alpha(0x60 + (index % 5) as u8);
        picture.push(match index % 3 {
            0 => Shape::Rectangle {
                x,
                y,
                width: 31.0,
                height: 17.0,
                radius: 2.0,
                fill: Some(color),
                stroke: None,
            },
            1 => Shape::Polyline {
                points: vec![Point::new(x, y), Point::new(y, x), Point::new(x, 7.0)],
                stroke: Stroke::new(color, 1.5),
            },
            _ => Shape::Text {
                at: Point::new(x, y),
                size: 11.0,
                anchor: Anchor::Middle,
                bold: index % 2 == 0,
                ink: color,
                text: format!("{index}"),
            },
        });
    }

    picture
}

fn animation(still: &Picture) -> Animation {
    let frames = (1..=3)
        .map(|step| {
            let mut picture = still.clone();
            picture.shapes.truncate(still.shapes.len() * step / 3);
            Frame { picture, hundredths: 20 }
        })
        .collect();
    Animation { title: "a crowd gathers".to_owned(), frames }
}

#[test]
fn every_export_is_cancelled_by_the_watch_or_complete() {
    // An SVG takes so little that many shapes are needed for a look.
    for (format, shapes) in FORMATS.into_iter().zip([40_000, 1500, 600, 600]) {
        let still = crowd(shapes);
        let animation = animation(&still);
        let export = |watch: &StopAt| export(&still, Some(&animation), format, watch);
        let watch = StopAt::look(u64::MAX);
        let whole = export(&watch).unwrap();
        let looks = watch.looks();
        assert!(looks > 1, "{format:?} looks {looks} times");
        for last in [1, looks.div_ceil(2), looks] {
            let watch = StopAt::look(last);
            let stopped = export(&watch);
            assert!(matches!(stopped, Err(DrawError::Cancelled)), "{format:?} at {last}");
            assert_eq!(watch.looks(), last, "{format:?} goes on");
        }
        assert!(export(&StopAt::look(u64::MAX)).unwrap() == whole, "{format:?} differs");
    }
}

#[test]
fn a_small_picture_is_drawn_after_a_cancelled_search() {
    let still = crowd(30);
    for format in FORMATS {
        let drawn = export(&still, None, format, &|| ControlFlow::Break(()));
        assert_eq!(drawn.unwrap(), export(&still, None, format, &()).unwrap());
    }
}

#[test]
fn frames_are_drawn_until_the_watch_cancels_it() {
    for last in 1..=4 {
        let mut drawn = 0;
        let frames = animation(&crowd(9)).frames.into_iter().inspect(|_| drawn += 1);
        let stopped = Animation::drawn("a crowd", frames, &StopAt::look(last));
        assert!(matches!(stopped, Err(DrawError::Cancelled)));
        assert_eq!(drawn, last - 1);
    }
    let frames = animation(&crowd(9)).frames;
    let drawn = Animation::drawn("a crowd", frames.clone(), &()).unwrap();
    assert_eq!(drawn, Animation { title: "a crowd".to_owned(), frames });
}
