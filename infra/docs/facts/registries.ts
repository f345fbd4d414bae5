import { identityProducts, registryNames } from '../../../shared/identity/products.ts'
import { inlineCode, markdownTable } from './table.ts'

const json = (value: unknown): string => inlineCode(JSON.stringify(value))

/** What each registry is asked, and how it has to answer to be understood. */
export const registryFacts = () => ({
  registries: markdownTable(
    ['registry', 'is asked for', 'path', 'body', 'somebody is registered', 'nobody is'],
    registryNames.map(name => {
      const asking = identityProducts.filter(({ registry }) => registry.name === name)
      const { path, question, found, notFound, record, fields } = asking[0]!.registry.adapter
      const { idNumber, firstname, lastname } = fields
      return [
        inlineCode(name),
        asking.map(product => inlineCode(product.name)).join(', '),
        inlineCode(path),
        json({ [question]: '…' }),
        json({ ...found, [record]: { [idNumber]: '…', [firstname]: '…', [lastname]: '…' } }),
        json(notFound),
      ]
    }),
  ),
})
