import { defineBuildConfig } from 'unbuild'

const layers = ['core', 'h3', 'nitro', 'nuxt', 'redeem', 'testing']

export default defineBuildConfig({
  entries: layers.map(layer => ({ input: `src/${layer}/index`, name: `${layer}/index` })),
  declaration: 'node16',
  rollup: { emitCJS: false },
  // A layer reaches another one by its public name, so that each bundle holds one copy of core.
  externals: [/^nitro-mcp($|\/)/, 'h3', 'nitropack', 'nitropack/types', '@nuxt/kit', '@nuxt/schema', '@modelcontextprotocol/client'],
  failOnWarn: false,
})
