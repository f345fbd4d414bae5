import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { idText } from '../verification/reference.ts'
import { ReceiptKey, ReceiptKeys } from './receipt/contract.ts'
import { receiptRoutes } from './receipt/routes.ts'
import { identityReportRoutes } from './report/identity-routes.ts'
import { reportRoutes } from './report/routes.ts'

export const trustSchemaTexts: readonly SchemaText[] = [
  describeSchema(ReceiptKey, 'A public key that receipts are checked with, as a JWK (RFC 8037).', {
    kty: ['The type of key. Always `OKP`.', 'OKP'],
    crv: ['The curve. Always `Ed25519`.', 'Ed25519'],
    x: ['The public key: 32 bytes in base64url.', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
    kid: [
      'The id of the key, as the header of a receipt names it.',
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    ],
    use: ['Always `sig`: it checks signatures.', 'sig'],
    alg: ['Always `EdDSA`.', 'EdDSA'],
    from: ['From when it signs what becomes final.', '1970-01-01T00:00:00.000Z'],
    until: ['Until when it signs.', '2026-11-20T09:31:00.000Z', 'Null for the present key.'],
    compromisedSince: [
      'Since when somebody else may sign with it. Later keys replace its signatures.',
      '2026-11-20T09:31:00.000Z',
      'Null unless it was compromised.',
    ],
  }),
  describeSchema(ReceiptKeys, 'Every key that receipts were ever signed with (RFC 7517).', {
    keys: ['The keys, oldest first.'],
  }),
]

const lookupId = ['The id of the look-up.', 890123456789012] as const
export const inclusionText = [
  '`true` adds the proof that the receipt’s entry is in the log of its hour.',
  'true',
] as const
export const revisionText = ['The number of the decision, from 1. The newest one unless given.', 1] as const

const receipt = {
  costs: free,
  returns:
    'A compact JWS (`application/jose`), the same bytes each time. Anybody can check it with the keys of `/v1/jwks.json`, without this service.',
  events: [],
} as const

const ofDecision = {
  ...receipt,
  parameters: { id: idText, inclusion: inclusionText, revision: revisionText },
} as const

const report = {
  costs: free,
  returns: 'One HTML page.',
  events: [],
  details: 'The page needs no script and no further request. It is available as long as the record.',
} as const

export const trustOperationTexts = {
  ...describeRoutes(receiptRoutes, {
    getAddressReceipt: {
      ...ofDecision,
      does: 'Returns the receipt of a complete address verification: what was decided when, and the digests of its event and photos, signed. It contains no personal data.',
    },
    getEmploymentReceipt: {
      ...ofDecision,
      does: 'Returns the receipt of a complete employment verification: what was decided when, and the digest of its event, signed. It contains no personal data.',
    },
    getIdentityReceipt: {
      ...receipt,
      does: 'Returns the receipt of a look-up: its verdict, and which fields agree, signed. It contains no personal data.',
      parameters: { id: lookupId, inclusion: inclusionText },
    },
    getReceiptKeys: {
      does: 'Returns every key that receipts were ever signed with. Store them with your receipts.',
      costs: free,
      returns: 'A JWK set.',
      events: [],
    },
  }),
  ...describeRoutes(reportRoutes, {
    getAddressReport: {
      ...report,
      does: 'Returns the report of a complete address verification as a page to print or to save: claimed beside found, with the photos.',
      parameters: { id: idText },
    },
    getEmploymentReport: {
      ...report,
      does: 'Returns the report of a complete employment verification as a page to print or to save: claimed beside what the employer said.',
      parameters: { id: idText },
    },
  }),
  ...describeRoutes(identityReportRoutes, {
    getIdentityReport: {
      ...report,
      does: 'Returns the report of a look-up as a page to print or to save: its verdict, without the registry’s data.',
      parameters: { id: lookupId },
    },
  }),
} as const
