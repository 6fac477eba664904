/** What remembers which states were used, for the `redeem` option of `defineRequestState`. */
export { redeemInDatabase, type RedeemDatabase, type RedeemDatabaseOptions } from './database.ts'
export { redeemInStorage, type RedeemStorage, type RedeemStorageOptions } from './storage.ts'
