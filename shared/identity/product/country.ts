export interface Country {
  /** ISO 3166-1 alpha-2, lower case, as in the path. */
  readonly code: string
  readonly callingCode: string
  /** The group is the national significant number. */
  readonly phones: readonly RegExp[]
}

export const nigeria = {
  code: 'ng',
  callingCode: '234',
  phones: [/^(?:\+|00)?2340?([1-9]\d{7,9})$/, /^0([1-9]\d{9}|[1-9]\d{7})$/, /^([7-9]\d{9})$/],
} as const satisfies Country

export const kenya = {
  code: 'ke',
  callingCode: '254',
  phones: [/^(?:\+|00)?2540?([1-9]\d{8})$/, /^0([1-9]\d{8})$/, /^([17]\d{8})$/],
} as const satisfies Country
