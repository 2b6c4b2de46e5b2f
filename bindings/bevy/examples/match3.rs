//! A match-3 game as systems over events, without a window: a bot plays, and entities appear, move, change and leave as the events tell.
//!
//! ```sh
//! cargo run --example match3
//! ```

#![expect(clippy::print_stdout, reason = "a game in the terminal")]

use std::collections::BTreeMap;
use std::error::Error;

use bevy_app::{App, Startup, Update};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_tilewright::TileSpace;
use bevy_transform::components::Transform;
use tilewright::grid::{Seed, Size};
use tilewright::match3::events::{Element, Event, EventKind, Id, Look, Place, Sort};
use tilewright::match3::{Level, Session, Strategy};
use tilewright::play::Session as _;

const LEVEL: &str = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 5, "rules": "royal", "moves": 30,
    "goal": {"collect": {"kind": "box", "count": "all"}}, "layout": [
    [".", ".", ".", ".", ".", ".", "."], [".", ".", ".", "B", ".", ".", "."], ["box1", ".", ".", "R-", ".", ".", "box1"],
    ["box2", ".", ".", ".", ".", ".", "box2"], [".", ".", "box2", "box2", "box2", ".", "."],
    ["box3", ".", ".", ".", ".", ".", "box3"], [".", ".", "._grass1", "._grass1", "._grass1", ".", "."]]}"#;

/// The game: the only one who knows the rules.
#[derive(Resource)]
pub(crate) struct Game {
    pub(crate) session: Session,
    size: Size,
}

impl Game {
    fn point(&self, space: &TileSpace, place: Place) -> Transform {
        let cell = place.cell(self.size).map(Into::into);
        cell.map_or_else(Transform::default, |place| {
            Transform::from_translation(space.point(place))
        })
    }
}

/// A message: what happens on the board.
#[derive(Message)]
struct BoardEvent(Event);

/// The number of an element, on the entity that stands for it.
#[derive(Component, Clone, Copy)]
pub(crate) struct ElementId(pub(crate) Id);

/// How an element looks: here a game has its `Sprite`.
#[derive(Component, Clone, Copy)]
pub(crate) struct Appearance(pub(crate) Look);

/// The cell of an element.
#[derive(Component, Clone, Copy)]
pub(crate) struct BoardPlace(pub(crate) Place);

/// The entities by the numbers of their elements.
#[derive(Resource, Default)]
struct Entities(BTreeMap<Id, Entity>);

/// Puts an element onto the board.
fn put(
    Element { id, look, place }: Element,
    entities: &mut Entities,
    to_world: impl Fn(Place) -> Transform,
    commands: &mut Commands,
) {
    let components =
        (ElementId(id), Appearance(look), BoardPlace(place), to_world(place));
    entities.0.insert(id, commands.spawn(components).id());
}

/// Shows the first board, which is dealt.
fn deal(
    game: Res<Game>,
    space: Res<TileSpace>,
    mut entities: ResMut<Entities>,
    mut commands: Commands,
) {
    for element in game.session.elements() {
        put(element, &mut entities, |place| game.point(&space, place), &mut commands);
    }
}

/// The bot makes a move; of a player it would be the two cells of a swap.
fn play(mut game: ResMut<Game>, mut events: MessageWriter<BoardEvent>) {
    let Some(swap) = game.session.hint(Strategy::Greedy.into()) else { return };
    let played = game.session.play_seen(swap, &mut |step| {
        events.write_batch(step.iter().copied().map(BoardEvent));
    });
    if let Err(error) = played {
        println!("the hint is refused: {error}");
    }
}

/// Follows the events, all of a move at once. A game that animates them takes those of a step at a time, and looks at their manner.
fn show(
    game: Res<Game>,
    space: Res<TileSpace>,
    mut events: MessageReader<BoardEvent>,
    mut entities: ResMut<Entities>,
    mut commands: Commands,
) {
    let to_world = |place| game.point(&space, place);
    for BoardEvent(event) in events.read() {
        let &Event { id, look, to, .. } = event;
        if event.kind == EventKind::Appear {
            put(Element { id, look, place: to }, &mut entities, to_world, &mut commands);
            continue;
        }
        let Some(&entity) = entities.0.get(&id) else { continue };
        let mut entity = commands.entity(entity);
        match event.kind {
            EventKind::Leave => {
                entity.despawn();
                entities.0.remove(&id);
            }
            EventKind::Move => _ = entity.insert((BoardPlace(to), to_world(to))),
            EventKind::Turn | EventKind::Hit => _ = entity.insert(Appearance(look)),
            // The others are reasons: for sounds, and for what flies to the goal.
            _ => {}
        }
    }
}

/// The app of a game.
pub(crate) fn app() -> Result<App, Box<dyn Error>> {
    let level: Level = LEVEL.parse()?;
    let goal = level.goal.clone().ok_or("the level has a goal")?;
    let session = Session::new(&level, &goal, Seed(3), 0)?;
    let mut app = App::new();
    app.add_message::<BoardEvent>()
        .init_resource::<Entities>()
        .insert_resource(TileSpace::flat(Vec2::ZERO, Vec2::splat(64.0)))
        .insert_resource(Game { session, size: level.size() })
        .add_systems(Startup, deal)
        .add_systems(Update, (play, show).chain());
    Ok(app)
}

/// The elements that the entities stand for, in the order of their numbers.
pub(crate) fn shown(world: &mut World) -> Vec<Element> {
    let mut entities = world.query::<(&ElementId, &Appearance, &BoardPlace)>();
    let elements = entities.iter(world).map(|(id, look, place)| Element {
        id: id.0,
        look: look.0,
        place: place.0,
    });
    let mut elements: Vec<_> = elements.collect();
    elements.sort_unstable_by_key(|element| element.id);
    elements
}

/// What fills the cells: a colour's number, or the first letter of what it is.
fn board(size: Size, elements: &[Element]) -> String {
    let letter = |look: Look| match look.sort {
        Sort::Block => char::from(b'1' + look.color),
        Sort::Piece | Sort::ArmedPiece => 'P',
        Sort::Blocker => 'B',
        _ => '?',
    };
    let mut lines = vec![vec!['.'; size.columns as usize]; size.rows as usize];
    for element in elements.iter().filter(|element| element.look.sort.fills()) {
        if let Some(cell) = element.place.cell(size) {
            lines[cell.row as usize][cell.column as usize] = letter(element.look);
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut app = app()?;
    while !app.world().resource::<Game>().session.is_over() {
        app.update();
    }

    let shown = shown(app.world_mut());
    let Game { session, size } = app.world().resource();
    let mut expected = session.elements();
    expected.sort_unstable_by_key(|element| element.id);
    if shown != expected {
        return Err("the entities are not what is on the board".into());
    }
    let state = session.state();
    println!("{}{} moves, won: {}", board(*size, &shown), state.moves_made, state.won);
    Ok(())
}
