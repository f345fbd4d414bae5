/** What can be ordered; a file in `product/` says what each of them is. */
export const products = ['address', 'address-pro', 'business-address', 'employment'] as const
export type Product = (typeof products)[number]

/** What the API and its events speak of: three products share the address. */
export const verificationTypes = ['address', 'employment'] as const
export type VerificationType = (typeof verificationTypes)[number]

export const verificationTypeOf: Readonly<Record<Product, VerificationType>> = {
  address: 'address',
  'address-pro': 'address',
  'business-address': 'address',
  employment: 'employment',
}

/** The scope of those who may order, read and, in the sandbox, complete one, and the path under `/v1`. */
export const collectionOf = {
  address: 'addresses',
  'address-pro': 'addresses',
  'business-address': 'addresses',
  employment: 'employments',
} as const satisfies Record<Product, string>
