import { afterEach, expect } from 'vitest'
import { takeViolations } from './wire-tap.ts'

/** A message that breaks the schema of its revision fails the test in which it was sent, whatever else the test looks at. */
afterEach(() => {
  expect(takeViolations(), 'messages that break the official schema').toEqual([])
})
