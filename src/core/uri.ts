const uri = /^[a-z][a-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i

/**
 * Whether a text is a URI by its characters (RFC 3986): with a scheme, and all else percent-encoded. A URI that goes
 * out must be one, by the schema of every revision.
 */
export function isUri(text: string): boolean {
  return uri.test(text)
}
