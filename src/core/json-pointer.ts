import type { JsonObject } from './json.ts'

/** The steps of a JSON Pointer in URI fragment form, such as `#/properties/a`. One that can't be decoded stays as it is, and leads nowhere. */
export function pointerTokens(pointer: string): string[] {
  return pointer.split('/').slice(1).map((token) => {
    try {
      return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
    }
    catch {
      return token
    }
  })
}

/** `undefined` where the pointer leads nowhere. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce(stepInto, root)
}

export function stepInto(node: unknown, token: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, token) ? (node as JsonObject)[token] : undefined
}
