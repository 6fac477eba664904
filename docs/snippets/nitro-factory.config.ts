// #region config
import { defineNitroConfig } from 'nitropack/config'
import mcp from 'nitro-mcp/nitro'

export default defineNitroConfig({
  modules: [mcp({ name: 'shop', version: '1.0.0' })],
})
// #endregion config
