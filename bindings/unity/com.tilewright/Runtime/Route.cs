// Routes that are kept, and searches that are left to the next frame.

using System;

namespace Tilewright
{
    /// <summary>A route that is kept, to ask whether it outlasts the changes of its map.</summary>
    public sealed unsafe class Route : IDisposable
    {
        readonly Handle handle;

        internal Route(Handle handle)
        {
            this.handle = handle;
        }

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Whether it is still a route, from its place of this number on.</summary>
        public bool IsValid(Map map, int from = 0) => Done(Native.tw_route_is_valid(Number(map), handle.Number(this), (UIntPtr)(uint)from), map);

        /// <summary>Whether there may be a better route by now.</summary>
        public bool MayImprove(Map map) => Done(Native.tw_route_may_improve(Number(map), handle.Number(this)), map);

        /// <summary>The links that it uses, in their order.</summary>
        public RouteLink[] Links()
        {
            ulong number = handle.Number(this);
            UIntPtr length;
            Library.Answered(Native.tw_route_links(number, null, UIntPtr.Zero, &length));
            var plain = new PlainRouteLink[(int)length];
            fixed (PlainRouteLink* to = plain) Done(Native.tw_route_links(number, to, length, &length), null);
            return Array.ConvertAll(plain, it => new RouteLink { Link = it.Link, At = (int)it.At });
        }

        /// <summary>When it comes to each of its places and leaves it, in ticks, on a map with doors; on others both are empty.</summary>
        public void Times(out double[] arrivals, out double[] departures)
        {
            ulong number = handle.Number(this);
            UIntPtr length;
            Library.Answered(Native.tw_route_times(number, null, null, UIntPtr.Zero, &length));
            arrivals = new double[(int)length];
            departures = new double[(int)length];
            fixed (double* first = arrivals, second = departures) Done(Native.tw_route_times(number, first, second, length, &length), null);
        }

        /// <summary>The turns of a walk along it that turns only where it must: the route pulled taut, or at any angle one that may pass walls on their other side and is never
        /// longer. It needs a map of squares.</summary>
        public Place[] Walk(Map map, out double distance, bool anyAngle = false)
        {
            ulong number = handle.Number(this), on = Number(map);
            uint angle = anyAngle ? 1u : 0u;
            UIntPtr length;
            double far;
            Library.Answered(Native.tw_route_walk(on, number, angle, null, UIntPtr.Zero, &length, &far));
            var turns = new Place[(int)length];
            fixed (Place* to = turns) Done(Native.tw_route_walk(on, number, angle, to, length, &length, &far), map);
            distance = far;
            return turns;
        }

        static ulong Number(Map map)
        {
            if (map == null) throw new ArgumentNullException(nameof(map));
            return map.Number;
        }

        bool Done(Status status, Map map)
        {
            GC.KeepAlive(this);
            GC.KeepAlive(map);
            return Library.Answered(status);
        }
    }

    /// <summary>A search whose budget is used up, for <c>Map.Resume</c>, which gives it up.</summary>
    public sealed class Search : IDisposable
    {
        readonly Handle handle;

        internal Search(Handle handle, bool keep)
        {
            this.handle = handle;
            Keep = keep;
        }

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        internal bool Keep { get; }

        internal ulong Number => handle.Number(this);

        /// <summary>Notes that the library has given it up.</summary>
        internal void Forget()
        {
            handle.SetHandleAsInvalid();
        }
    }
}
