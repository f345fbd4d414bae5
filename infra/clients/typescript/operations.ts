import type { operations } from './openapi.ts'

export type * from './openapi.ts'

/** What the client names otherwise than the document. */
interface Names {
  readonly path: 'params'
  readonly query: 'query'
  readonly requestBody: 'body'
}

type Parts<Name extends keyof operations> = operations[Name]['parameters'] & operations[Name]
type Responses<Name extends keyof operations> = operations[Name]['responses']

type ContentOf<Message> = Message extends { readonly content: infer Content }
  ? Content[keyof Content]
  : undefined

/** Those that the operation has, as required as they are. */
type RequestParts<Name extends keyof operations> = {
  readonly [Part in keyof Parts<Name> as [Parts<Name>[Part]] extends [undefined]
    ? never
    : Names[Part & keyof Names]]: Part extends 'requestBody'
    ? ContentOf<NonNullable<Parts<Name>[Part]>>
    : Parts<Name>[Part]
}

/** What each takes and answers, by its method and path. */
export type Operations = {
  readonly [Name in keyof operations]: RequestParts<Name> & {
    readonly response: ContentOf<Responses<Name>[keyof Responses<Name>]>
  }
}
