import { defineRequestState } from 'nitro-mcp'

// #region encrypt
export const offer = defineRequestState<{ floorPrice: number }>({ encrypt: true })
// #endregion encrypt
