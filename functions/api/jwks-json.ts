import { servePublic } from '../../shared/http/serve.ts'
import { findReceiptKeys, toReceiptKey } from '../../shared/signing/key-store.ts'
import { receiptRoutes } from '../../shared/receipt/routes.ts'

const getReceiptKeys = async () =>
  ({
    status: 200,
    headers: { 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' },
    body: { keys: (await findReceiptKeys()).map(toReceiptKey) },
  }) as const

export const handler = servePublic(receiptRoutes, { getReceiptKeys })
