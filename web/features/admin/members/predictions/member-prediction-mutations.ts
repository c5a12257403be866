import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";

export function deletePrediction(id: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc("delete_user_prediction", { _prediction_id: id }));
}

export function clearPredictions(userId: string): Promise<number> {
  return dataOf(backend().rest.rpc("clear_user_predictions", { _user_id: userId }));
}

export function resetPoints(userId: string): Promise<number> {
  return dataOf(backend().rest.rpc("clear_player_points", { _user_id: userId }));
}
