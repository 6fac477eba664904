import { defineResource } from 'nitro-mcp'
import { allBikes, findBike } from '../../utils/shop'

export default defineResource({
  uriTemplate: 'harbour-bikes://bikes/{id}',
  description: 'One bike of the shop.',
  mimeType: 'application/json',

  // What shows up in resources/list; without it, clients see only the template.
  list: () => allBikes().map(bike => ({ uri: `harbour-bikes://bikes/${bike.id}`, name: bike.id, title: bike.name })),
  complete: { id: value => allBikes().map(bike => bike.id).filter(id => id.startsWith(value)) },

  handler({ id }) {
    // Nothing found: the client gets the protocol's "resource not found".
    return findBike(id)
  },
})
