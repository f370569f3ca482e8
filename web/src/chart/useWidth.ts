/** The width of an element, in pixels, whenever it changes; null before it is known. */
import { type RefCallback, useCallback, useState } from "react";

export function useWidth<T extends Element>(): [RefCallback<T>, number | null] {
  const [width, setWidth] = useState<number | null>(null);
  const ref = useCallback((element: T | null) => {
    if (!element || !("ResizeObserver" in globalThis)) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
