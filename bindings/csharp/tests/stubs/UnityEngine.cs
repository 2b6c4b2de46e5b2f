// What the scripts of the book and of the package use of Unity, with no more behind it than they need to run for some frames. It is no Unity: no screen, no physics, no editor.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine
{
    public class Object
    {
        /// <summary>What was destroyed.</summary>
        public static int Destroyed;

        public static void Destroy(Object it)
        {
            if (it == null) throw new ArgumentNullException("it");
            Destroyed++;
        }

        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation, Transform parent) where T : Object
        {
            if (original == null) throw new ArgumentNullException("original");
            var it = (T)original.Copy();
            (it is GameObject ? ((GameObject)(Object)it).transform : ((Component)(Object)it).transform).position = position;
            return it;
        }

        protected virtual Object Copy() => throw new NotSupportedException();
    }

    public sealed class GameObject : Object
    {
        public readonly Transform transform = new Transform();

        protected override Object Copy() => new GameObject();
    }

    public class Component : Object
    {
        GameObject owner;

        // A transform is a component, too: each is made when it is asked for, as otherwise there would be no end.
        public GameObject gameObject => owner ?? (owner = new GameObject());
        public virtual Transform transform => gameObject.transform;
    }

    public sealed class Transform : Component
    {
        public Vector3 position;

        public override Transform transform => this;
    }

    public sealed class SpriteRenderer : Component
    {
        public Color color;

        protected override Object Copy() => new SpriteRenderer();
    }

    public sealed class TextAsset : Object
    {
        public TextAsset(string text)
        {
            this.text = text;
        }

        public string text { get; }
    }

    public class MonoBehaviour : Component
    {
        /// <summary>Runs to its end at once.</summary>
        public void StartCoroutine(IEnumerator routine)
        {
            while (routine.MoveNext()) { }
        }
    }

    public sealed class SerializeField : Attribute { }

    public sealed class WaitForSeconds
    {
        public WaitForSeconds(float seconds) { }
    }

    public static class Time
    {
        public static float deltaTime = 1f / 60;
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static Vector3 MoveTowards(Vector3 from, Vector3 to, float most)
        {
            float x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
            float far = (float)Math.Sqrt(x * x + y * y + z * z);
            return far <= most ? to : new Vector3(from.x + x / far * most, from.y + y / far * most, from.z + z / far * most);
        }
    }

    public struct Quaternion
    {
        public static Quaternion identity => default(Quaternion);
    }

    public struct Color
    {
        public float r, g, b;

        public static Color gray => new Color { r = 0.5f, g = 0.5f, b = 0.5f };

        public static Color HSVToRGB(float hue, float saturation, float value) => new Color { r = hue, g = saturation, b = value };
    }

    public static class JsonUtility
    {
        /// <summary>An object with fields that are texts and numbers.</summary>
        public static string ToJson(object of)
        {
            var parts = new List<string>();
            foreach (var field in of.GetType().GetFields(BindingFlags.Public | BindingFlags.Instance))
            {
                object value = field.GetValue(of);
                string text = value as string;
                parts.Add("\"" + field.Name + "\":" + (text == null ? value.ToString() : "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\r", "\\r").Replace("\n", "\\n") + "\""));
            }
            return "{" + string.Join(",", parts) + "}";
        }
    }
}

namespace NUnit.Framework
{
    public sealed class TestAttribute : Attribute { }

    public static class Assert
    {
        public static void AreEqual(object expected, object found)
        {
            if (!Equals(expected, found)) throw new Exception("expected " + expected + ", found " + found);
        }

        public static void IsTrue(bool isSo)
        {
            if (!isSo) throw new Exception("expected true");
        }
    }
}

namespace AOT
{
    public sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }
}
