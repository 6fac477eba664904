import { defineNitroConfig } from 'nitropack/config'

// #region config
export default defineNitroConfig({
  modules: ['nitro-mcp/nitro'],
})
// #endregion config
