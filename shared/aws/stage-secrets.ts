/** Every stage has its own of each. */
export const stageSecretNames = [
  'id-number-key',
  'file-token-key',
  'link-key',
  'personal-data-key',
  'receipt-key',
  'wrapping-key',
] as const
export type StageSecretName = (typeof stageSecretNames)[number]
