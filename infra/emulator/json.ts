/** Readers of JSON of unknown shape (templates, requests) without a cast. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json | undefined
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

export const list = (value: Json | undefined): Json[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

export const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

export const texts = (value: Json | undefined): string[] => list(value).map(item => text(item) ?? '')

/** CloudFormation accepts numbers and booleans as strings too. */
export const number = (value: Json | undefined): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  return Number(value)
}

export const boolean = (value: Json | undefined): boolean => value === true || value === 'true'

export const parse = (json: string): Json => JSON.parse(json) as Json

/** Keys of the object that are not among the known ones, which are separated by spaces. */
export const unknownKeys = (value: Json | undefined, known: string): string[] =>
  Object.keys(object(value)).filter(key => !known.split(' ').includes(key))
