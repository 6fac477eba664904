import { describe } from 'vitest'
import { buildNuxt } from './build.ts'
import { hostSuite } from './suite.ts'

describe('a built Nuxt 4 app', () => hostSuite({ build: buildNuxt, prefix: 'NUXT' }))
