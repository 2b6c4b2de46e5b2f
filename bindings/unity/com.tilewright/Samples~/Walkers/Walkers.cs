using System.Collections.Generic;
using Tilewright;
using UnityEngine;

public class Walkers : MonoBehaviour
{
    [SerializeField] GameObject walker = null;
    [SerializeField] float speed = 4; // cells a second

    readonly Dictionary<ulong, int> numbers = new Dictionary<ulong, int>();
    readonly List<Transform> views = new List<Transform>();
    readonly List<Vector3> targets = new List<Vector3>();
    CrowdEvent[] events = new CrowdEvent[1024];
    Map map;
    Crowd crowd;
    float steps;

    void Start()
    {
        map = new Map(64, 40);
        map.Fill(new Place(32, 0), 1, 34, TerrainKind.Wall);
        crowd = new Crowd(map, 7);
        for (int number = 0; number < 300; number++)
        {
            var at = new Place(number % 8, number / 8);
            numbers[crowd.Add(at, new Place(63 - at.X, at.Y))] = number;
            views.Add(Instantiate(walker, Position(at), Quaternion.identity, transform).transform);
            targets.Add(Position(at));
        }
    }

    void Update()
    {
        for (steps += speed * Time.deltaTime; steps >= 1; steps--)
        {
            int count = crowd.Step(ref events);
            for (int at = 0; at < count; at++)
                if (events[at].Kind <= CrowdEventKind.Displaced) targets[numbers[events[at].Walker]] = Position(events[at].At);
        }
        for (int at = 0; at < views.Count; at++)
            views[at].position = Vector3.MoveTowards(views[at].position, targets[at], 1.5f * speed * Time.deltaTime);
    }

    // Rows are counted from the top, and Unity's y points up.
    static Vector3 Position(Place at) => new Vector3(at.X, -at.Y, 0);

    void OnDestroy()
    {
        crowd.Dispose();
        map.Dispose();
    }
}
