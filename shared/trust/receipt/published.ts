import { findReceiptKeys, toReceiptKey } from './key-store.ts'

/** Every key, whoever asks: it is all that a check needs. A file of its own, so that who asks meets nothing that signs. */
export const getReceiptKeys = async () =>
  ({
    status: 200,
    headers: { 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' },
    body: { keys: (await findReceiptKeys()).map(toReceiptKey) },
  }) as const
