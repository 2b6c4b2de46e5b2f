// Plays the calls of games.txt and walkers.txt, and compares what each finds with the numbers after its ` = `.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using Tilewright;

static class Playthrough
{
    public static void games_find_what_every_language_finds()
    {
        using (var player = new Player()) Play(Runner.Games, player.Call);
    }

    public static void walkers_find_what_every_language_finds()
    {
        using (var house = new House()) Play(Runner.Walkers, house.Call);
    }

    static void Play(string file, Func<string, long[]> call)
    {
        int number = 0, answers = 0;
        foreach (string line in File.ReadLines(file))
        {
            number++;
            int sign = line.LastIndexOf(" = ", StringComparison.Ordinal);
            string expected = sign < 0 ? "" : line.Substring(sign + 3);
            long[] found;
            try
            {
                found = call(sign < 0 ? line : line.Substring(0, sign));
            }
            catch (Exception thrown)
            {
                throw new Exception(file + ":" + number, thrown);
            }
            Check.Equal(expected, string.Join(" ", found), file + ":" + number);
            if (sign >= 0) answers++;
        }
        Check.That(answers > 100, "only " + answers + " answers in " + file);
    }

    static long Mixed(long value, long item) => (value * 65599 + item) % 2147483647;

    static long Mixed(long value, Place at) => Mixed(Mixed(Mixed(value, at.X), at.Y), at.Floor);

    static long Millionths(double cost) => (long)Math.Floor(cost * 1e6 + 0.5);

    static readonly long[] Nothing = new long[0];

    sealed class Player : IDisposable
    {
        Game game;
        Match3Event[] events = new Match3Event[1];
        int[] lists = new int[1];

        public void Dispose()
        {
            if (game != null) game.Dispose();
        }

        internal long[] Call(string line)
        {
            var words = line.Split(new[] { ' ' }, 3);
            long value = 0;
            if (words[0] == "swap")
            {
                var at = Array.ConvertAll(line.Substring(5).Split(' '), int.Parse);
                game.Swap(at[0], at[1], at[2], at[3], ref events, out int count);
                for (int number = 0; number < count; number++)
                {
                    var it = events[number];
                    var look = it.Look;
                    foreach (long field in new long[] { (long)it.Kind, (long)it.Manner, it.ListLength, it.Step, it.Id, it.By, it.From, it.To, (long)look.Sort, look.Number, look.Color, look.Detail, (uint)it.Value, it.ListStart })
                        value = Mixed(value, field);
                }
                int length = game.Lists(ref lists);
                for (int number = 0; number < length; number++) value = Mixed(value, lists[number]);
                return new[] { value };
            }
            string argument = words.Length > 2 ? words[2] : "";
            if (words[0] == "game")
            {
                Dispose();
                game = new Game(words[1], argument);
                return Nothing;
            }
            foreach (byte it in Encoding.UTF8.GetBytes(game.Ask(words[1], argument))) value = Mixed(value, it);
            return new[] { value };
        }
    }

    sealed class House : IDisposable
    {
        readonly List<Floor> floors = new List<Floor>();
        readonly List<Layer> layers = new List<Layer>();
        readonly List<ulong> links = new List<ulong>(), walkers = new List<ulong>();
        readonly Dictionary<ulong, int> numbers = new Dictionary<ulong, int>();
        readonly List<Field> fields = new List<Field>();
        readonly List<Crowd> crowds = new List<Crowd>();
        Map map;
        Place[] places = new Place[1];
        CrowdEvent[] events = new CrowdEvent[1];
        double[] n;

        public void Dispose()
        {
            foreach (var field in fields) field.Dispose();
            foreach (var crowd in crowds) crowd.Dispose();
            map.Dispose();
        }

        int Whole(int at) => (int)n[at];

        Place At(int first) => new Place(Whole(first), Whole(first + 1), Whole(first + 2));

        Place[] Goals(int first)
        {
            var goals = new Place[(n.Length - first) / 3];
            for (int at = 0; at < goals.Length; at++) goals[at] = At(first + 3 * at);
            return goals;
        }

        Agent AgentAt(int first) => new Agent(Whole(first), Whole(first + 1), (uint)n[first + 2]);

        long[] Values(Field field)
        {
            long value = 0;
            double[] values = null;
            for (int floor = 0; floor < floors.Count; floor++)
            {
                int count = field.Values(floor, ref values);
                Check.Equal(floors[floor].Columns * floors[floor].Rows, count, "values of a floor");
                for (int cell = 0; cell < count; cell++) value = Mixed(value, double.IsInfinity(values[cell]) ? 0 : Millionths(values[cell]) + 1);
            }
            return new[] { value };
        }

        internal long[] Call(string line)
        {
            var words = line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0 || words[0].StartsWith("#", StringComparison.Ordinal)) return Nothing;
            n = new double[words.Length - 1];
            for (int at = 0; at < n.Length; at++) n[at] = double.Parse(words[at + 1], CultureInfo.InvariantCulture);

            switch (words[0])
            {
                case "floor":
                    floors.Add(new Floor(Whole(0), Whole(1)));
                    return Nothing;
                case "layer":
                    layers.Add(LayerOf());
                    return Nothing;
            }
            if (map == null) map = new Map(floors.ToArray(), layers.ToArray());
            return Change(words[0]) ? Nothing : Question(words[0]);
        }

        Layer LayerOf()
        {
            var costs = new double[n.Length - 3];
            Array.Copy(n, 3, costs, 0, costs.Length);
            var sizes = new List<int>();
            for (int size = 1; size <= 8; size++)
                if ((Whole(2) & 1 << size - 1) != 0) sizes.Add(size);
            return new Layer { Neighbors = Whole(0), Corners = (Corners)Whole(1), Sizes = sizes.ToArray(), Costs = costs };
        }

        /// <summary>Makes a call that finds nothing. Returns whether it is one.</summary>
        bool Change(string verb)
        {
            switch (verb)
            {
                case "set": map.Set(At(0), (TerrainKind)Whole(3)); break;
                case "fill": map.Fill(At(0), Whole(3), Whole(4), (TerrainKind)Whole(5)); break;
                case "cost": map.SetCost(At(0), n[3]); break;
                case "danger": map.SetDanger(At(0), Whole(3)); break;
                case "door":
                    if (Whole(3) == 0) map.RemoveDoor(At(0));
                    else map.SetDoor(At(0), Whole(3), Whole(4), Whole(5));
                    break;
                case "link": links.Add(map.AddLink(new Link(At(0), At(3), n[6], n[8] > 0, (uint)n[7]))); break;
                case "unlink": map.RemoveLink(links[Whole(0)]); break;
                case "crowd": crowds.Add(new Crowd(map, (ulong)n[1], new Agent(Whole(0)))); break;
                case "walker":
                    var crowd = crowds[Whole(0)];
                    ulong walker = n.Length > 4 ? crowd.Add(At(1), At(4)) : crowd.Add(At(1));
                    numbers[walker] = walkers.Count;
                    walkers.Add(walker);
                    break;
                case "goal":
                    if (n.Length > 2) crowds[Whole(0)].SetGoal(walkers[Whole(1)], At(2));
                    else crowds[Whole(0)].ClearGoal(walkers[Whole(1)]);
                    break;
                default: return false;
            }
            return true;
        }

        long[] Question(string verb)
        {
            switch (verb)
            {
                case "reach": return new[] { map.IsReachable(new Query(At(0), At(3)) { Agent = AgentAt(6) }) ? 1L : 0 };
                case "route": return Route();
                case "field":
                    fields.Add(new Field(map, Goals(3), AgentAt(0)));
                    return Values(fields[fields.Count - 1]);
                case "aim":
                    fields[Whole(0)].SetGoals(Goals(1));
                    return Values(fields[Whole(0)]);
                case "update":
                    fields[Whole(0)].Update();
                    return Values(fields[Whole(0)]);
                case "follow":
                    var at = At(1);
                    for (int step = 0; step < Whole(4); step++) at = fields[Whole(0)].Next(at);
                    return new long[] { at.X, at.Y, at.Floor };
                case "step": return Step();
                default: throw new Exception("no call " + verb);
            }
        }

        long[] Route()
        {
            var query = new Query(At(0), At(3)) { Agent = AgentAt(6), OrNearest = Whole(9) > 0 };
            if (n[10] > 0) query.Budget = (ulong)n[10];
            var found = map.Route(query, ref places);
            long frames = 1, value = 0;
            for (; found.Outcome == Outcome.Unfinished; frames++) found = map.Resume(found.Search, ref places);
            for (int number = 0; number < found.Length; number++) value = Mixed(value, places[number]);
            return new[] { (long)found.Outcome, found.Length, Millionths(found.Cost), value, frames };
        }

        long[] Step()
        {
            long value = 0;
            for (int step = 0; step < Whole(1); step++)
            {
                int count = crowds[Whole(0)].Step(ref events);
                for (int number = 0; number < count; number++)
                {
                    value = Mixed(value, numbers[events[number].Walker]);
                    if (events[number].Kind <= CrowdEventKind.Displaced) value = Mixed(value, events[number].At);
                }
            }
            return new[] { value };
        }
    }
}
