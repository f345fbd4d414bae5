import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'

import { LgaList, locationsRoutes, StateList } from './routes.ts'

/** What a field with the precision of a position says. */
export const precisionText =
  'How precise the position is. `confirmed`: the applicant confirmed it on a map. `stated`: the order gave it. `lga_centre`, `state_centre`: the order gave none; this is the middle of the LGA, or the capital of the state, and not the address.'

export const locationSchemaTexts: readonly SchemaText[] = [
  describeSchema(StateList, 'All states.', {
    data: [
      'The states and the Federal Capital Territory, by name.',
      {
        id: ['The id of the state. It never changes.', 24],
        name: ['The name, as an order takes it in `stateName`.', 'Lagos'],
      },
    ],
  }),
  describeSchema(LgaList, 'The local government areas of a state.', {
    data: [
      'The areas, by name.',
      {
        id: ['The id of the area. It never changes.', 2411],
        name: ['The name, as an order takes it in `lgaName`.', 'Ikeja'],
        stateId: ['The id of its state.', 24],
      },
    ],
  }),
]

export const locationOperationTexts = describeRoutes(locationsRoutes, {
  listStates: {
    does: 'Lists the 36 states and the Federal Capital Territory. Use the names in orders.',
    costs: free,
    returns: 'All of them at once, without pages.',
    events: [],
  },
  listLgas: {
    does: 'Lists the local government areas (LGAs) of one state. Use the names in orders.',
    costs: free,
    returns: 'All of them at once, without pages.',
    events: [],
    parameters: { stateId: ['The id of the state, from the list of states.', 24] },
  },
})
