// Calls that cannot be meant: each throws what says why, and nothing breaks.

using System;
using Tilewright;

static class Misuse
{
    const string Level = "{\"level\": \"......\\n......\\n......\\n......\\n\", \"goal\": \"collect:9\"}";

    static void Refused(Status status, string words, Action call)
    {
        Check.Equal(status, Check.Throws<TilewrightException>(call, words).Status, words);
    }

    public static void requests_and_games_that_are_wrong_say_why()
    {
        Refused(Status.Argument, "request", () => Answer.Run("{"));
        Refused(Status.Argument, "task", () => Answer.Run("{}"));
        var misspelt = Check.Throws<TilewrightException>(() => Answer.Run("{\"task\": \"match3/generat\"}"), "unknown task");
        Check.That(misspelt.Hint.Contains("match3/generate") && misspelt.Message.Contains(misspelt.Hint), misspelt.Message);
        var large = Check.Throws<TilewrightException>(() => Answer.Run("{\"task\": \"battleship/count\", \"rows\": 99}"), "99");
        Check.Equal("rows", large.Key, "the key");
        Check.Throws<ArgumentNullException>(() => Answer.Run(null), "request");
        Refused(Status.Refused, "match3/potentials", () => Answer.Run("{\"task\": \"match3/potentials\"}"));

        Refused(Status.Refused, "no game \"chess\"", () => new Game("chess"));
        Refused(Status.Refused, "level", () => new Game("match3"));
        Refused(Status.Refused, "row", () => new Game("2048", "{\"row\": 4}"));
        Check.Throws<ArgumentNullException>(() => new Game(null), "name");
        Check.Throws<ArgumentException>(() => new Game("2048\0"), "zero");
        Refused(Status.Refused, "", () => Game.Load("2048", "{}"));
        using (var game = new Game("2048", "{\"seed\": 1}"))
        {
            Refused(Status.Refused, "jump", () => game.Ask("jump"));
            Refused(Status.Refused, "north", () => game.Ask("play", "\"north\""));
            Match3Event[] events = null;
            Refused(Status.Argument, "match-3", () => game.Swap(0, 0, 1, 0, ref events, out int count));
        }
    }

    public static void a_move_that_is_refused_says_why_whether_its_events_fit_or_not()
    {
        using (var game = new Game("match3", Level))
        {
            foreach (int room in new[] { 1, 100 })
            {
                var events = new Match3Event[room];
                Check.That(!game.Swap(7, 0, 8, 0, ref events, out int none), "a swap outside is made");
                Check.That(Library.LastMessage.Length > 0, "it has a message");
            }
            Check.That(!game.Play("[[9, 0], [9, 1]]", out string why), "a move outside is made");
            Check.That(why.Length > 2, why);
            Match3Event[] all = null;
            Check.That(!game.Swap(-1, 0, 0, 0, ref all, out int count), "a swap from below 0 is made");
        }
    }

    public static void maps_that_cannot_be_say_why()
    {
        Refused(Status.Argument, "cells", () => new Map(0, 5));
        Refused(Status.Argument, "cells", () => new Map(-4, 5));
        Refused(Status.Argument, "cells", () => new Map(new Floor[0]));
        Refused(Status.Argument, "cells", () => new Map(2000000000, 2000000000));
        Check.Throws<ArgumentNullException>(() => new Map(null), "floors");
        var floors = new[] { new Floor(4, 4) };
        Refused(Status.Argument, "layer", () => new Map(floors, new Layer[0]));
        Check.Throws<ArgumentNullException>(() => new Map(floors, new Layer[1]), "layer 0");
        Refused(Status.Argument, "neighbors of layer 0 is 7", () => new Map(floors, new[] { new Layer { Neighbors = 7 } }));
        Refused(Status.Argument, "corners", () => new Map(floors, new[] { new Layer { Corners = (Corners)3 } }));
        Check.Throws<ArgumentException>(() => new Map(floors, new[] { new Layer { Sizes = new[] { 9 } } }), "size 9");
        Check.Throws<ArgumentException>(() => new Map(floors, new[] { new Layer { Costs = new double[17] } }), "17 terrains");
        Refused(Status.Argument, "shape is 9", () => new Map(floors, null, (Shape)9));
        Refused(Status.Argument, "found 3 cells", () => new Map(floors, null, Shape.Squares, new byte[3]));
    }

    public static void changes_outside_a_map_change_nothing()
    {
        using (var map = new Map(4, 4))
        {
            Place near = new Place(0, 0), far = new Place(9, 0);
            Refused(Status.Argument, "outside", () => map.Set(far, TerrainKind.Wall));
            Refused(Status.Argument, "outside", () => map.Set(new Place(-1, 0), TerrainKind.Wall));
            Refused(Status.Argument, "outside", () => map.Set(new Place(0, 0, 70000), TerrainKind.Wall));
            Refused(Status.Argument, "terrain", () => map.Set(near, (TerrainKind)200));
            Refused(Status.Argument, "outside", () => map.Set(new[] { new Change(near, 3), new Change(far, 3) }));
            Check.Equal(TerrainKind.Free, map.CellAt(near).Terrain, "the first cell");
            Check.Throws<ArgumentNullException>(() => map.Set(null), "changes");
            Check.Throws<ArgumentOutOfRangeException>(() => map.Fill(near, -1, 2, TerrainKind.Wall), "columns");
            Refused(Status.Argument, "cost", () => map.SetCost(near, 0));
            Refused(Status.Argument, "door", () => map.SetDoor(near, 0, 5));
            Refused(Status.Argument, "outside", () => map.AddLink(new Link(near, far)));
            Refused(Status.Argument, "link was removed", () => map.RemoveLink(77));
        }
    }

    public static void queries_that_cannot_be_answered_say_why()
    {
        using (var map = new Map(4, 4))
        {
            Place from = new Place(0, 0), to = new Place(3, 3);
            Place[] places = null;
            Refused(Status.Argument, "outside", () => map.Find(from, new Place(9, 0)));
            Check.Throws<ArgumentException>(() => map.Route(new Query(from, new Place[0]), ref places), "Goals is empty");
            Check.Throws<ArgumentNullException>(() => new Query(from, (Place[])null), "goals");
            Check.Throws<ArgumentException>(() => map.Route(new Query(from, to) { BlockedCount = 3 }, ref places), "BlockedCount");
            Refused(Status.Argument, "size", () => map.Route(new Query(from, to) { Agent = new Agent(0, 300) }, ref places));
            Refused(Status.Argument, "no layer", () => map.Route(new Query(from, to) { Agent = new Agent(256) }, ref places));
            Refused(Status.Argument, "weight", () => map.Route(new Query(from, to) { Weight = 0.5 }, ref places));
            Refused(Status.Argument, "radius", () => map.Route(new Query(from, to) { Radius = double.NaN }, ref places));
            Refused(Status.Argument, "", () => map.Route(default(Query), ref places));
            Check.Throws<ArgumentNullException>(() => map.Resume(null, ref places), "search");

            var search = map.Route(new Query(from, to) { Budget = 1 }, ref places).Search;
            Check.That(search != null, "it is unfinished");
            var again = map.Resume(search, ref places);
            Check.Throws<ObjectDisposedException>(() => map.Resume(search, ref places), "Search");
            using (var other = new Map(5, 5)) Refused(Status.Argument, "", () => other.Resume(again.Search, ref places));
            again.Search.Dispose();
        }
    }

    public static void fields_and_crowds_keep_to_their_map()
    {
        using (var map = new Map(4, 4))
        {
            Place corner = new Place(0, 0), other = new Place(3, 3);
            Refused(Status.Argument, "no goal", () => new Field(map));
            Check.Throws<ArgumentNullException>(() => new Field(null, corner), "map");
            using (var field = new Field(map, new[] { other }, Agent.Usual, 2))
            {
                Check.That(!field.IsWhole, "two places are not all");
                Refused(Status.Argument, "not found yet", () => field.Value(corner));
                Check.That(field.Resume(ulong.MaxValue) && field.IsWhole, "the rest is found");
                Check.That(double.IsInfinity(field.Value(new Place(9, 0))), "a place outside has no value");
                double[] values = null;
                Refused(Status.Argument, "no floor 9", () => field.Values(9, ref values));
                Check.Throws<ArgumentOutOfRangeException>(() => field.Advance(new Place[2], 3), "count");
            }
            using (var crowd = new Crowd(map, 1))
            {
                crowd.Add(corner, other);
                Refused(Status.Argument, "blocked", () => crowd.Add(corner));
                Refused(Status.Argument, "left the crowd", () => crowd.ClearGoal(99));
            }
            using (var flow = new Flow(map))
            {
                Refused(Status.Argument, "no group", () => flow.SetGoals(70000, other));
                int group = flow.AddGroup(other);
                Refused(Status.Argument, "speed", () => flow.Add(group, Point.Middle(corner), Point.Unit, 1));
            }
        }
    }
}
