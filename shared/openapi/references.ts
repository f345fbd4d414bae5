import type { OperationText, SchemaText } from '../http/describe.ts'
import type { ActionName } from '../routes.ts'

export const schemaTexts: readonly SchemaText[] = []
export const operationTexts: Partial<Readonly<Record<ActionName, OperationText>>> = {}
