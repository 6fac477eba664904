// #region redeem
import { defineRequestState } from 'nitro-mcp'
import { redeemInDatabase } from 'nitro-mcp/redeem'
import { useDatabase } from 'nitropack/runtime'

export const payment = defineRequestState<{ order: string }>({ redeem: redeemInDatabase(useDatabase()) })
// #endregion redeem
