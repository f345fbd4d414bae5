interface Room {
  /** Files with the rules, below shared/. */
  readonly rules: readonly string[]
  /** Tests that have to notice, below test/shared/. */
  readonly tests: readonly string[]
}

/** Rules that money and truth hang on, and what tests them. */
export const rooms = {
  matching: {
    rules: [
      'identity/matching/{matching,name,name-rules}.ts',
      'identity/{conclusion,disclosure,id-number,digest-id-number}.ts',
    ],
    tests: ['identity/matching/*', 'identity/{response,id-number,digest-id-number,disclosure}'],
  },
  transitions: {
    rules: ['verification/transition.ts', 'verification/contract/status.ts'],
    tests: ['verification/transition'],
  },
  duplicates: { rules: ['verification/duplicate.ts'], tests: ['verification/duplicate'] },
  charges: {
    rules: ['ledger/{charges,line,price,recount,spend-cap,sum}.ts'],
    tests: ['ledger/*', 'outbox/ledger-check'],
  },
  signatures: {
    rules: ['webhook/transport/signature.ts', 'webhook/endpoint/secret.ts'],
    tests: ['webhook/transport/signature', 'webhook/endpoint/secret', 'aws/endpoint-encryption'],
  },
  masks: { rules: ['http/contract/mask.ts'], tests: ['event/masking'] },
  sealing: {
    rules: ['table/{encrypted-value,data-key}.ts', 'aws/cipher.ts'],
    tests: ['table/{data-keys,encrypt-write}', 'aws/encryption'],
  },
  trail: {
    rules: ['trail/{check,entry,hour}.ts', 'log/{tree,inclusion,check}.ts'],
    // Not proof.test.ts: it tries programs in other languages.
    tests: ['trail/*', 'log/{log,tree}'],
  },
  receipts: {
    rules: ['signing/{signing,rotation}.ts', 'receipt/{issue,lookup-receipt,verification-receipt}.ts'],
    // Not rule-versions.test.ts: it digests the files, so that any change fails it.
    tests: ['receipt/{signing,verify,content}'],
  },
  decisions: {
    rules: ['employer/attestation/rule.ts', 'dispute/dispute.ts', 'work/assignment/assignment.ts'],
    tests: ['employer/attestation/rule', 'dispute/dispute', 'work/assignment/assignment'],
  },
  retries: {
    rules: ['webhook/delivery/result.ts', 'aws/batch.ts'],
    tests: ['webhook/delivery/result', 'aws/batch'],
  },
  flags: { rules: ['work/assignment/{flags,verifind}.ts'], tests: ['work/assignment/{flags,verifind}'] },
  access: {
    rules: [
      'work/assignment/access.ts',
      'account/credential.ts',
      'consent/consent-rule.ts',
      'evidence/{file-token,visible-slot}.ts',
      'link/token.ts',
      'location/location-rule.ts',
    ],
    tests: [
      'work/assignment/access',
      'account/credential',
      'consent/consent',
      'evidence/{file-token,visible-slot}',
      'link/token',
      'location/{location-rule,address-area}',
    ],
  },
} as const satisfies Record<string, Room>

export type RoomName = keyof typeof rooms

export const roomNames = Object.keys(rooms) as RoomName[]
