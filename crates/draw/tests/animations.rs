//! Animations, decoded again: size, frames, delays, loop and every pixel.

use std::io::Cursor;

use png::{BlendOp, DisposeOp};
use tilewright_draw::{
    Animation, Color, DrawError, Format, Frame, Picture, Shape, export, theme,
};

type Canvas = Vec<[u8; 4]>;

const fn square(x: f64, color: Color) -> Shape {
    let (radius, fill, stroke) = (0.0, Some(color), None);
    Shape::Rectangle { x, y: 4.0, width: 6.0, height: 6.0, radius, fill, stroke }
}

/// A square that moves to the right, four pixels a frame.
fn walk() -> Animation {
    let frame = |step: u16| {
        let mut picture = Picture::new(40.0, 20.0, "a step");
        picture.push(square(f64::from(step) * 4.0, theme::ACCENT));
        Frame { picture, hundredths: 10 + step }
    };
    Animation { title: "a walk".to_owned(), frames: (0..6).map(frame).collect() }
}

/// The expected pixels of a frame of `walk`.
fn expected(step: usize) -> Canvas {
    let of = |color: Color| [color.red, color.green, color.blue, 255];
    (0..800)
        .map(|index| {
            let (x, y) = (index % 40, index / 40);
            let inside = (step * 4..step * 4 + 6).contains(&x) && (4..10).contains(&y);
            of(if inside { theme::ACCENT } else { theme::PAPER })
        })
        .collect()
}

/// Draws a patch over the canvas as a viewer does.
fn cover(
    canvas: &mut Canvas,
    wide: usize,
    corner: (usize, usize),
    across: usize,
    patch: &[u8],
) {
    let (pixels, rest) = patch.as_chunks::<4>();
    assert!(rest.is_empty());
    for (index, pixel) in pixels.iter().enumerate().filter(|(_, pixel)| pixel[3] > 0) {
        let (x, y) = (corner.0 + index % across, corner.1 + index / across);
        canvas[y * wide + x] = *pixel;
    }
}

struct Decoded {
    size: (usize, usize),
    endless: bool,
    delays: Vec<u16>,
    patch_sizes: Vec<usize>,
    frames: Vec<Canvas>,
}

fn decode_gif(bytes: &[u8]) -> Decoded {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let size = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![[0; 4]; size.0 * size.1];
    let (mut delays, mut patch_sizes, mut frames) = (vec![], vec![], vec![]);

    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let corner = (usize::from(frame.left), usize::from(frame.top));
        cover(&mut canvas, size.0, corner, usize::from(frame.width), &frame.buffer);
        delays.push(frame.delay);
        patch_sizes.push(frame.buffer.len() / 4);
        frames.push(canvas.clone());
        assert!(frame.palette.is_none(), "there is one palette for all frames");
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
    }

    let endless = decoder.repeat() == gif::Repeat::Infinite;
    Decoded { size, endless, delays, patch_sizes, frames }
}

fn decode_apng(bytes: &[u8]) -> Decoded {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let control = *reader.info().animation_control().unwrap();
    let size = (reader.info().width as usize, reader.info().height as usize);
    let mut canvas = vec![[0; 4]; size.0 * size.1];
    let (mut delays, mut patch_sizes, mut frames) = (vec![], vec![], vec![]);
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];

    for _ in 0..control.num_frames {
        let shown = reader.next_frame(&mut buffer).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        assert_eq!(frame.delay_den, 100);
        assert_eq!((frame.dispose_op, frame.blend_op), (DisposeOp::None, BlendOp::Over));
        let corner = (frame.x_offset as usize, frame.y_offset as usize);
        let patch = &buffer[..shown.buffer_size()];
        cover(&mut canvas, size.0, corner, frame.width as usize, patch);
        delays.push(frame.delay_num);
        patch_sizes.push(patch.len() / 4);
        frames.push(canvas.clone());
    }

    Decoded { size, endless: control.num_plays == 0, delays, patch_sizes, frames }
}

#[test]
fn both_formats_show_every_frame_pixel_by_pixel() {
    let animation = walk();
    let files = [
        decode_gif(&animation.to_gif(&()).unwrap()),
        decode_apng(&animation.to_apng(&()).unwrap()),
    ];
    for decoded in files {
        assert_eq!(decoded.size, (40, 20));
        assert!(decoded.endless);
        assert_eq!(decoded.delays, [10, 11, 12, 13, 14, 15]);
        assert_eq!(decoded.frames.len(), 6);
        for (step, canvas) in decoded.frames.iter().enumerate() {
            assert_eq!(*canvas, expected(step), "frame {step}");
        }
    }
}

#[test]
fn only_the_changed_rectangle_is_stored() {
    let decoded = decode_gif(&walk().to_gif(&()).unwrap());
    assert_eq!(decoded.patch_sizes, [800, 60, 60, 60, 60, 60]);
    let decoded = decode_apng(&walk().to_apng(&()).unwrap());
    assert_eq!(decoded.patch_sizes, [800, 60, 60, 60, 60, 60]);
}

#[test]
fn a_frame_without_change_keeps_its_duration() {
    let mut animation = walk();
    animation.frames[1].picture = animation.frames[0].picture.clone();
    let decoded = decode_gif(&animation.to_gif(&()).unwrap());
    assert_eq!(decoded.patch_sizes[1], 1);
    assert_eq!(decoded.delays[1], 11);
    assert_eq!(decoded.frames[0], decoded.frames[1]);
}

#[test]
fn smaller_frames_are_centred() {
    let mut animation = walk();
    let mut small = Picture::new(2.0, 2.0, "small");
    small.background = theme::GREEN;
    small.push(square(-4.0, theme::ORANGE));
    let dot = Shape::Rectangle {
        x: 0.0,
        y: 0.0,
        width: 1.0,
        height: 1.0,
        radius: 0.0,
        fill: Some(theme::ORANGE),
        stroke: None,
    };

    small.push(dot);
    animation.frames.push(Frame { picture: small, hundredths: 5 });
    let decoded = decode_gif(&animation.to_gif(&()).unwrap());

    assert_eq!(decode_apng(&animation.to_apng(&()).unwrap()).frames, decoded.frames);

    let last = decoded.frames.last().unwrap();
    let rgb = |index: usize| Color::rgb(last[index][0], last[index][1], last[index][2]);
    assert_eq!(rgb(0), theme::GREEN);
    assert_eq!(rgb(9 * 40 + 19), theme::ORANGE);

    let orange = last.iter().filter(|pixel| pixel[..3] == [0xE6, 0x9F, 0x00]).count();
    assert_eq!(orange, 1, "the rest of the small frame lies outside of it");
}

#[test]
fn with_too_many_colours_plain_areas_are_exact_and_the_rest_similar() {
    let mut picture = Picture::new(64.0, 64.0, "a gradient");
    for index in 0..32 * 64 {
        let (x, y) = (index % 64, index / 64);
        picture.push(Shape::Rectangle {
            x: f64::from(x),
            y: f64::from(y),
            width: 1.0,
            height: 1.0,
            radius: 0.0,
            fill: Some(Color::rgb((x * 4) as u8, (y * 8) as u8, 128)),
            stroke: None,
        });
    }

    let animation = Animation {
        title: String::new(),
        frames: vec![Frame { picture, hundredths: 9 }],
    };
    let quantised = &decode_gif(&animation.to_gif(&()).unwrap()).frames[0];
    let exact = &decode_apng(&animation.to_apng(&()).unwrap()).frames[0];
    let distance =
        |a: &[u8; 4], b: &[u8; 4]| (0..3).map(|c| a[c].abs_diff(b[c])).max().unwrap();
    let worst = quantised.iter().zip(exact).map(|(a, b)| distance(a, b)).max().unwrap();

    assert!((1..=32).contains(&worst), "{worst}");
    assert_eq!(quantised[32 * 64..], exact[32 * 64..]);

    let mut colors: Vec<_> = quantised.clone();
    colors.sort_unstable();
    colors.dedup();
    assert!((200..=255).contains(&colors.len()), "{}", colors.len());
}

#[test]
fn a_short_frame_is_prolonged_in_gif_only() {
    let mut animation = walk();
    animation.frames[0].hundredths = 0;
    assert_eq!(decode_gif(&animation.to_gif(&()).unwrap()).delays[0], 2);
    assert_eq!(decode_apng(&animation.to_apng(&()).unwrap()).delays[0], 0);
}

#[test]
fn a_still_becomes_a_single_frame() {
    let still = &walk().frames[2].picture;
    let file = export(still, None, Format::Gif, &()).unwrap();
    assert_eq!(decode_gif(&file).frames, [expected(2)]);
    let file = export(still, None, Format::Apng, &()).unwrap();
    assert_eq!(decode_apng(&file).frames, [expected(2)]);
}

#[test]
fn stills_come_from_the_still_and_animations_from_the_animation() {
    let animation = walk();
    let still = Picture::new(8.0, 8.0, "still");
    let shown = export(&still, Some(&animation), Format::Gif, &()).unwrap();
    assert_eq!(shown, animation.to_gif(&()).unwrap());
    let shown = export(&still, Some(&animation), Format::Png, &()).unwrap();
    assert_eq!(shown, still.to_png(&()).unwrap());
    let shown = export(&still, Some(&animation), Format::Svg, &()).unwrap();
    assert_eq!(shown, still.to_svg().into_bytes());
}

#[test]
fn the_same_animation_gives_the_same_bytes() {
    assert_eq!(walk().to_gif(&()).unwrap(), walk().to_gif(&()).unwrap());
    assert_eq!(walk().to_apng(&()).unwrap(), walk().to_apng(&()).unwrap());
}

#[test]
fn the_title_is_stored_in_the_file() {
    let mut animation = walk();
    animation.title = "é".repeat(200);
    let gif = animation.to_gif(&()).unwrap();
    let (block, rest) = animation.title.as_bytes().split_at(255);
    let comment = [&[0x21, 0xFE, 255], block, &[rest.len() as u8], rest, &[0]].concat();

    assert!(gif.windows(comment.len()).any(|window| window == comment));
    for file in [
        animation.to_apng(&()).unwrap(),
        Picture::new(2.0, 2.0, &animation.title).to_png(&()).unwrap(),
    ] {
        let reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let chunk = &reader.info().utf8_text[0];
        assert_eq!(
            (chunk.keyword.as_str(), chunk.get_text().unwrap()),
            ("Title", animation.title.clone())
        );
    }
}

#[test]
fn an_animation_without_frames_is_refused() {
    let animation = Animation { title: String::new(), frames: vec![] };
    assert!(matches!(animation.to_gif(&()), Err(DrawError::NoFrames)));
    assert!(matches!(animation.to_apng(&()), Err(DrawError::NoFrames)));
}

#[test]
fn a_side_too_long_for_gif_is_refused() {
    let picture = Picture::new(70_000.0, 1.0, "long");
    let animation = Animation {
        title: String::new(),
        frames: vec![Frame { picture, hundredths: 9 }],
    };
    let refused = animation.to_gif(&());
    assert!(matches!(refused, Err(DrawError::Side { side: 70_000, limit: 65_535 })));
}

#[test]
fn a_canvas_over_the_limit_is_refused_though_each_frame_is_small() {
    let frame =
        |width, height| Frame { picture: Picture::new(width, height, ""), hundredths: 1 };
    let frames = vec![frame(60_000.0, 1.0), frame(1.0, 60_000.0)];
    let refused = Animation { title: String::new(), frames }.to_apng(&());
    assert!(matches!(refused, Err(DrawError::Pixels { pixels: 3_600_000_000, .. })));
}
