using System.Collections;
using System.Collections.Generic;
using Tilewright;
using UnityEngine;

public class LevelView : MonoBehaviour
{
    [System.Serializable]
    class Options { public string level; public int seed; }

    [SerializeField] TextAsset level = null; // tilewright match3 generate --goal collect:30 --moves 25 --win-rate 0.6 -o level.json
    [SerializeField] SpriteRenderer block = null;
    [SerializeField] int columns = 9;

    readonly Dictionary<int, SpriteRenderer> views = new Dictionary<int, SpriteRenderer>();
    Match3Event[] events = new Match3Event[1024];
    Game game;

    void Start()
    {
        game = new Game("match3", JsonUtility.ToJson(new Options { level = level.text, seed = 7 }));
        Element[] elements = null;
        int count = game.Elements(ref elements);
        for (int at = 0; at < count; at++) Put(elements[at].Id, elements[at].Look, elements[at].Cell);
    }

    public void Swap(int x, int y, int toX, int toY)
    {
        game.Swap(x, y, toX, toY, ref events, out int count);
        StartCoroutine(Show(count));
    }

    IEnumerator Show(int count)
    {
        for (int at = 0; at < count; at++)
        {
            var it = events[at];
            if (at > 0 && it.Step != events[at - 1].Step) yield return new WaitForSeconds(0.12f);
            switch (it.Kind)
            {
                case Match3EventKind.Appear: Put(it.Id, it.Look, it.To); break;
                case Match3EventKind.Move: views[it.Id].transform.position = Position(it.To); break;
                case Match3EventKind.Turn:
                case Match3EventKind.Hit: Paint(views[it.Id], it.Look); break;
                case Match3EventKind.Leave:
                    Destroy(views[it.Id].gameObject);
                    views.Remove(it.Id);
                    break;
            }
        }
    }

    void Put(int id, Look look, int cell)
    {
        views[id] = Instantiate(block, Position(cell), Quaternion.identity, transform);
        Paint(views[id], look);
    }

    static void Paint(SpriteRenderer view, Look look) =>
        view.color = look.Color == Look.Colorless ? Color.gray : Color.HSVToRGB(look.Color / 6f, 0.6f, 0.9f);

    Vector3 Position(int cell) => new Vector3(cell % columns, -(cell / columns), 0);

    void OnDestroy() => game.Dispose();
}
