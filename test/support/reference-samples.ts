import { integratorRoutes } from '../../infra/clients/declarations.ts'
import { type DocumentOperation, referenceDocuments } from '../../infra/docs/reference/document.ts'
import { requestSamples } from '../../infra/docs/reference/samples.ts'

const known = new Set(integratorRoutes().map(({ method, path }) => `${method} ${path}`))

/** What an integrator calls. */
export const referenceOperations: readonly DocumentOperation[] = referenceDocuments.integrator.nouns
  .flatMap(({ operations }) => operations)
  .filter(({ path }) => path !== '')

const isKnown = ({ method, path }: DocumentOperation): boolean => known.has(`${method} ${path}`)

/** The samples of all operations in a language. */
export const referenceSamples = (language: string): readonly string[] =>
  referenceOperations.flatMap(operation =>
    requestSamples(operation, isKnown(operation))
      .filter(sample => sample.language === language)
      .map(({ text }) => text),
  )

/** The sample of an operation in a language, for a host. @throws where there is none */
export const referenceSample = (id: string, language: string, origin: string): string =>
  requestSamples(referenceOperations.find(operation => operation.id === id)!, true)
    .find(sample => sample.language === language)!
    .text.replaceAll('{{origin}}', origin)
