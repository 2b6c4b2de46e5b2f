// Maps that change, and the ways on them.

using System;

namespace Tilewright
{
    /// <summary>A map that changes: floors of cells, ways to move on them, doors and links. It serves one thread at a time.</summary>
    /// <example><code>
    /// var map = new Map(40, 30);
    /// map.Set(new Place(12, 4), TerrainKind.Wall);
    /// Place[] way = null;
    /// int count = map.Find(new Place(2, 14), new Place(37, 14), ref way);
    /// </code></example>
    public sealed unsafe class Map : IDisposable
    {
        readonly Handle handle;

        /// <summary>A map of squares, all free, with the usual layer.</summary>
        public Map(int columns, int rows) : this(new[] { new Floor(columns, rows) }) { }

        /// <summary>A map of floors.</summary>
        /// <param name="floors">Their sizes.</param>
        /// <param name="layers">The ways to move; the usual one if there are none.</param>
        /// <param name="shape">The shape of the cells.</param>
        /// <param name="cells">The terrains of the cells, floor by floor and row by row; null if all are free.</param>
        public Map(Floor[] floors, Layer[] layers = null, Shape shape = Shape.Squares, byte[] cells = null)
        {
            if (floors == null) throw new ArgumentNullException(nameof(floors));
            Library.Require();
            var plain = Layer.Plain(layers ?? new[] { new Layer() });
            ulong map;
            fixed (Floor* sizes = floors)
            fixed (PlainLayer* ways = plain)
            fixed (byte* terrains = cells)
                Library.Answered(Native.tw_map_new(sizes, (UIntPtr)floors.Length, ways, (UIntPtr)plain.Length, (uint)shape, terrains, (UIntPtr)(cells == null ? 0 : cells.Length), &map));
            handle = new Handle(map);
        }

        Map(Handle handle)
        {
            this.handle = handle;
        }

        /// <summary>A copy with its links and doors; the numbers of its links stay.</summary>
        public Map Copy()
        {
            ulong copy;
            Library.Answered(Native.tw_map_copy(Number, &copy));
            GC.KeepAlive(this);
            return new Map(new Handle(copy));
        }

        /// <summary>Gives it up. Fields, crowds and flows of it are of no use then.</summary>
        public void Dispose() => handle.Dispose();

        internal ulong Number => handle.Number(this);

        /// <summary>Makes a cell of another terrain; the numbers from 5 to 15 are free for roads, mud or lava.</summary>
        public void Set(Place at, TerrainKind terrain) => Done(Native.tw_map_set(Number, at, (uint)terrain));

        /// <summary>Makes many cells of other terrains, at less than the cost of one after the other. If one is wrong, none is changed.</summary>
        public void Set(Change[] changes)
        {
            if (changes == null) throw new ArgumentNullException(nameof(changes));
            fixed (Change* first = changes) Done(Native.tw_map_set_all(Number, first, (UIntPtr)changes.Length));
        }

        /// <summary>Makes a rectangle of cells of another terrain.</summary>
        public void Fill(Place at, int columns, int rows, TerrainKind terrain)
        {
            if (columns < 0) throw new ArgumentOutOfRangeException(nameof(columns));
            if (rows < 0) throw new ArgumentOutOfRangeException(nameof(rows));
            var changes = new Change[checked(columns * rows)];
            for (int cell = 0; cell < changes.Length; cell++)
                changes[cell] = new Change(new Place(at.X + cell % columns, at.Y + cell / columns, at.Floor), (int)terrain);
            Set(changes);
        }

        /// <summary>Sets the factor on the cost of a cell's terrain, from 0.001 to a million.</summary>
        public void SetCost(Place at, double cost) => Done(Native.tw_map_set_cost(Number, at, cost));

        /// <summary>Sets the danger of a cell.</summary>
        public void SetDanger(Place at, int danger)
        {
            var change = new Change(at, danger);
            Done(Native.tw_map_set_danger(Number, &change, (UIntPtr)1));
        }

        /// <summary>Sets the danger of cells. If one is wrong, none is changed.</summary>
        public void SetDanger(Change[] changes)
        {
            if (changes == null) throw new ArgumentNullException(nameof(changes));
            fixed (Change* first = changes) Done(Native.tw_map_set_danger(Number, first, (UIntPtr)changes.Length));
        }

        /// <summary>Puts a door into a cell, which stays open for some ticks and then shut for some, again and again; at tick 0 it has been open for <c>shift</c>.</summary>
        public void SetDoor(Place at, int open, int shut, int shift = 0) => Done(Native.tw_map_set_door(Number, at, (uint)open, (uint)shut, (uint)shift));

        /// <summary>Removes the door of a cell, which stands open then. Returns whether there was one.</summary>
        public bool RemoveDoor(Place at) => Done(Native.tw_map_remove_door(Number, at));

        /// <summary>Prepares an agent for queries on a map with costs, which then take a fraction of the time, for 64 bytes a cell.</summary>
        public void Prepare(Agent? agent = null) => Done(Native.tw_map_prepare(Number, agent ?? Agent.Usual));

        /// <summary>What a cell is.</summary>
        public Cell CellAt(Place at)
        {
            Cell cell;
            Done(Native.tw_map_cell(Number, at, &cell));
            return cell;
        }

        /// <summary>Whether an agent can stand at a place.</summary>
        public bool CanStand(Place at, Agent? agent = null) => Done(Native.tw_map_can_stand(Number, at, agent ?? Agent.Usual));

        /// <summary>The largest size of an agent of a layer that could stand at a place; 0 where none can.</summary>
        public int Clearance(Place at, int layer = 0)
        {
            uint size;
            Done(Native.tw_map_clearance(Number, at, (uint)layer, &size));
            return (int)size;
        }

        /// <summary>Adds a link. Returns its number; that of a link that was removed is never given again.</summary>
        public ulong AddLink(Link link)
        {
            var plain = link.Plain;
            ulong added;
            Done(Native.tw_map_add_link(Number, &plain, &added));
            return added;
        }

        /// <summary>Makes a link another one, which keeps its number.</summary>
        public void SetLink(ulong number, Link link)
        {
            var plain = link.Plain;
            Done(Native.tw_map_set_link(Number, number, &plain));
        }

        /// <summary>Removes a link.</summary>
        public void RemoveLink(ulong number) => Done(Native.tw_map_remove_link(Number, number));

        /// <summary>Whether a goal of a query can be reached, which takes no search.</summary>
        public bool IsReachable(in Query query)
        {
            fixed (Place* goals = query.Goals, blocked = query.Blocked)
            {
                var plain = query.Plain(goals, blocked);
                return Done(Native.tw_map_is_reachable(Number, &plain));
            }
        }

        /// <summary>Finds a route, both ends included.</summary>
        /// <param name="query">From where to where, for whom, within which limits.</param>
        /// <param name="places">Receives its places, in its own memory; a longer array takes its place only where it is too short. <c>Found.Length</c> says how many they are.</param>
        public Found Route(in Query query, ref Place[] places)
        {
            Library.Room(ref places);
            PlainFound found;
            Status status;
            fixed (Place* goals = query.Goals, blocked = query.Blocked, to = places)
            {
                var plain = query.Plain(goals, blocked);
                status = Native.tw_map_route(Number, &plain, query.Keep ? 1u : 0u, to, (UIntPtr)places.Length, &found);
            }
            return Answered(status, in found, query.Keep, ref places);
        }

        /// <summary>Continues a search that is unfinished, for its budget. If the map has changed where it has been, it begins anew.</summary>
        public Found Resume(Search search, ref Place[] places)
        {
            if (search == null) throw new ArgumentNullException(nameof(search));
            Library.Room(ref places);
            PlainFound found;
            Status status;
            fixed (Place* to = places) status = Native.tw_map_resume(Number, search.Number, search.Keep ? 1u : 0u, to, (UIntPtr)places.Length, &found);
            if (status <= Status.Stopped || status == Status.Short) search.Forget();
            return Answered(status, in found, search.Keep, ref places);
        }

        /// <summary>Finds a cheapest way of the usual agent. Returns how many places it has with both ends; 0 if there is none.</summary>
        public int Find(Place from, Place to, ref Place[] places) => Route(new Query(from, to), ref places).Length;

        /// <summary>A cheapest way of the usual agent with both ends; empty if there is none.</summary>
        public Place[] Find(Place from, Place to)
        {
            Place[] places = null;
            Array.Resize(ref places, Find(from, to, ref places));
            return places;
        }

        /// <summary>As <c>Route</c>, into memory of the caller, such as that of a <c>NativeArray</c>. If <c>Found.Length</c> is more than the capacity, nothing was written, and <c>Way</c> reads the places.</summary>
        public Found Route(in Query query, Place* places, int capacity)
        {
            PlainFound found;
            Status status;
            fixed (Place* goals = query.Goals, blocked = query.Blocked)
            {
                var plain = query.Plain(goals, blocked);
                status = Native.tw_map_route(Number, &plain, query.Keep ? 1u : 0u, places, Library.Capacity(capacity, nameof(capacity)), &found);
            }
            if (status != Status.Short) Done(status);
            return new Found(in found, query.Keep);
        }

        /// <summary>Reads the places of the route that was found last again. Returns how many they are.</summary>
        public int Way(ref Place[] places)
        {
            Library.Room(ref places);
            UIntPtr length;
            Status status;
            fixed (Place* to = places) status = Native.tw_map_way(Number, to, (UIntPtr)places.Length, &length);
            if (status == Status.Short)
            {
                Library.Grow(ref places, length);
                fixed (Place* to = places) status = Native.tw_map_way(Number, to, (UIntPtr)places.Length, &length);
            }
            Done(status);
            return (int)length;
        }

        Found Answered(Status status, in PlainFound found, bool keep, ref Place[] places)
        {
            if (status == Status.Short)
            {
                Library.Grow(ref places, found.Length);
                UIntPtr length;
                fixed (Place* to = places) status = Native.tw_map_way(Number, to, (UIntPtr)places.Length, &length);
            }
            Done(status);
            return new Found(in found, keep);
        }

        bool Done(Status status)
        {
            GC.KeepAlive(this);
            return Library.Answered(status);
        }
    }
}
