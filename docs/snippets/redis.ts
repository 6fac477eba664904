/** Stands for the client of any database with pub/sub. */
export declare const redis: {
  publish(channel: string, message: string): Promise<number>
  /** Resolves when subscribed, with what ends it. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>
}
