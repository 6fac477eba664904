// #region handler
import { createMcpHandler } from 'nitro-mcp'
import whoami from './whoami.ts'

export const handler = createMcpHandler({
  name: 'shop',
  version: '1.0.0',
  tools: [{ name: 'whoami', definition: whoami }],
})
// #endregion handler
