import { describe } from 'vitest'
import { buildNitro } from './build.ts'
import { hostSuite } from './suite.ts'

describe('a built Nitro 2 app', () => hostSuite({ build: buildNitro, prefix: 'NITRO' }))
