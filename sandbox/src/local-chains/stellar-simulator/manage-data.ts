import { xdr } from "@stellar/stellar-base";
import { done, failed, type OperationRule, unreserved } from "./operation.ts";
import { addSubentry, removeSubentry } from "./reserves.ts";

const Result = xdr.ManageDataResult;
const resultOf = (result: xdr.ManageDataResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.manageData(result);

const printable = /^[\x20-\x7e]{1,64}$/;

export const manageData: OperationRule = {
  success: resultOf(Result.manageDataSuccess()),
  level: () => "medium",
  refuse: (body) =>
    printable.test(readName(body))
      ? undefined
      : xdr.OperationResult.opInner(resultOf(Result.manageDataInvalidName())),
  apply: ({ view, sponsorships }, body, source) => {
    const name = readName(body);
    const value = body.manageDataOp().dataValue() ?? null;
    const present = view.data(source.id, name);
    if (value === null) {
      if (present === undefined) return failed(resultOf(Result.manageDataNameNotFound()));
      view.removeData(source.id, name);
      removeSubentry(view, source, present.sponsor);
      return done(manageData.success);
    }
    if (present !== undefined) {
      view.putData({ ...present, value });
      return done(manageData.success);
    }
    const reserve = addSubentry(view, source, sponsorships);
    if (!reserve.ok) return unreserved(reserve, resultOf(Result.manageDataLowReserve()));
    view.putData({ account: source.id, name, value, sponsor: reserve.sponsor });
    return done(manageData.success);
  },
};

function readName(body: xdr.OperationBody): string {
  return body.manageDataOp().dataName().toString();
}
