export interface Dice {
  /** From 0 up to 1. */
  chance(): number
  below(limit: number): number
  pick<T>(list: ArrayLike<T>): T
}

/** mulberry32: small, seeded, the same everywhere. */
export function dice(seed: number): Dice {
  const chance = () => {
    seed = seed + 0x6D2B79F5 | 0
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(chance() * limit)
  return { chance, below, pick: list => list[below(list.length)]! }
}
